import type { BumpRule } from '#selling/forms/price/bump-rules.ts'
import type { FormValues } from './form-values.ts'

type Rules = FormValues['bumpRules']

/** How the form offers a bump. Without a rule, every buyer sees it. */
export function ruleOf(rules: Rules, id: string): BumpRule {
  const { isOn = true, priceIds = null, quantityMin = 1 } = rules.find((rule) => rule.id === id) ?? {}
  return { id, isOn, priceIds, quantityMin }
}

/** The rules after a change to one of them, without those that only repeat the defaults. */
export function changedRules(rules: Rules, id: string, change: Partial<BumpRule>): BumpRule[] {
  const ids = new Set([...rules.map((rule) => rule.id), id])
  return [...ids]
    .map((one) => ({ ...ruleOf(rules, one), ...(one === id && change) }))
    .filter(({ isOn, priceIds, quantityMin }) => !isOn || priceIds !== null || quantityMin !== 1)
}
