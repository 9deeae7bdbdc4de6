/** The weight that the owner of a site gives to a section: a factor of its scores. */

/** Range of weights. */
export const WEIGHTS = { min: 0.1, max: 10 }
