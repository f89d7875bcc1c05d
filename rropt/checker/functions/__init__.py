"""The objectives, one file each: the function f of a row, why it is convex and homogeneous, and the outer step to the value.

Each has a class with `read`, which takes the objective and the evidence beside the prices from the file; `require_stated`, which
rejects what is no prior or no prevalence; `function`, its f; `require_bounds`, the outer step from B and the mechanism to what is
claimed; `aim`, its words; and `outer`, those of the outer step, none where the value is the sum of f. SPEC.md, section 5.
"""
