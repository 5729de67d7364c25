/** A shop that has hidden the list of its first steps. */
export type HiddenStepsTable = { sellerId: string; hiddenAt: Date }
