import type { BumpRule } from '#selling/forms/price/bump-rules.ts'
import type { FormValues } from './form-values.ts'

type Rules = FormValues['bumpRules']

/** How the form offers a bump. Without a rule, every buyer sees it. */
export function ruleOf(rules: Rules, id: string): BumpRule {
  return { id, isOn: rules.find((rule) => rule.id === id)?.isOn ?? true }
}

/** The rules after a change to one of them, without those that only repeat the defaults. */
export function changedRules(rules: Rules, id: string, change: Partial<BumpRule>): BumpRule[] {
  const ids = new Set([...rules.map((rule) => rule.id), id])
  return [...ids]
    .map((one) => ({ ...ruleOf(rules, one), ...(one === id && change) }))
    .filter(({ isOn }) => !isOn)
}
