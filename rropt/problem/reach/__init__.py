"""What ε or δ a stated value needs."""
