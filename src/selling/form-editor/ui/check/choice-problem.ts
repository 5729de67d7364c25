import { currencyProblem } from '#selling/products/ui/currency-problem.ts'

type Known = {
  readonly id: string
  readonly title: string
  readonly currency: string
  readonly isActive?: boolean
}

/** Why what was chosen cannot be sold with a form in this currency. Nothing is said of what is not known yet. */
export function choiceProblem(
  things: readonly Known[] | undefined,
  id: string,
  currency: string,
  role: string,
): string | null {
  if (things === undefined) return null
  const thing = things.find((one) => one.id === id)
  if (thing === undefined) return `One ${role} no longer exists.`
  if (thing.isActive === false) return `The ${role} “${thing.title}” is not active, so nobody sees it.`
  const problem = currencyProblem(thing.currency, currency)
  return problem === null ? null : `The ${role} “${thing.title}” cannot be used. ${problem}.`
}
