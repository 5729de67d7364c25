import { msg, say, t, type Message } from '#foundation/language/t.ts'
import { formFields } from '#selling/forms/form-fields.ts'
import type { VersionChange } from '#selling/forms/versions/contract.ts'
import { choiceText } from '../editor/choice-text.ts'
import { chosenText, fieldLabels } from '../conflicts/conflicts.ts'

/** An item of which a form can have several. */
const itemLabels: ReadonlyMap<string, Message> = new Map([
  ['prices', msg('Price')],
  ['bumps', msg('Order bump')],
  ['otoSequenceList', msg('Offer after paying')],
  ['oneTimeOffer', msg('One-time offer')],
  ['timers', msg('Timer')],
  ['tax', msg('Tax')],
  ['fields', msg('Question')],
  ['blocks', msg('Block on the page')],
])

/** Fields that only an item of a form has. Items are, for example, prices and bumps. */
const ofItems: ReadonlyMap<string, Message> = new Map([
  ['label', msg('Name')],
  ['state', msg('State')],
  ['isDefault', msg('Default')],
  ['timestamp', msg('End')],
  ['timezone', msg('Time zone')],
  ['percentage', msg('Rate')],
  ['inclusive', msg('Included in the price')],
  ['active', msg('Active')],
  ['isActive', msg('Active')],
  ['isOn', msg('Active')],
  ['quantityMin', msg('From quantity')],
  ['acceptButtonText', msg('Accept button')],
  ['declineButtonText', msg('Decline button')],
  ['kind', msg('Answer')],
  ['hint', msg('Hint')],
  ['isRequired', msg('Required')],
  ['options', msg('Options')],
  ['priceIds', msg('Prices')],
  ['text', msg('Text')],
  ['items', msg('Contents')],
])

const percentages: ReadonlySet<string> = new Set(['percentage', 'payoffDiscount'])

/** Fields in which 0 means none. */
const unlessZero: ReadonlySet<string> = new Set(['cancelAfter', 'trialDays', 'payoffDiscount'])

/** The history shows only texts up to this length. */
const longest = 60

/** Describes a difference between two versions in words. Amounts are in `currency`. */
export function changeText({ field, item, before, after }: VersionChange, currency: string): string {
  const [first = '', second] = field.split('.')
  const kind = itemLabels.get(first)
  if (kind === undefined) return fieldText(labelOf(first), first, before, after, currency)
  const what = say(kind)
  if (item === null) return t('{what}: order changed', { what })
  const name = item === '' ? t('without a name') : item
  if (second !== undefined) {
    const label = t('{what} “{name}”, {field}', { what, name, field: labelOf(second) })
    return fieldText(label, second, before, after, currency)
  }
  const isAdded = before === null
  const value = isAdded ? after : before
  const amount = first === 'tax' || typeof value !== 'number' ? null : valueText('amount', value, currency)
  if (amount === null)
    return isAdded ? t('{what} “{name}” added', { what, name }) : t('{what} “{name}” removed', { what, name })
  return isAdded
    ? t('{what} “{name}” added, {amount}', { what, name, amount })
    : t('{what} “{name}” removed, {amount}', { what, name, amount })
}

function fieldText(
  label: string,
  name: string,
  before: VersionChange['before'],
  after: VersionChange['after'],
  currency: string,
): string {
  const [old, now] = [valueText(name, before, currency), valueText(name, after, currency)]
  return old === null || now === null || old === now
    ? t('{label} changed', { label })
    : t('{label}: from {before} to {after}', { label, before: old, after: now })
}

function labelOf(name: string): string {
  const label = isField(name) ? (fieldLabels[name] ?? ofItems.get(name)) : ofItems.get(name)
  return label === undefined ? name : say(label)
}

function isField(name: string): name is keyof typeof formFields.shape {
  return Object.hasOwn(formFields.shape, name)
}

/** Describes a value in a few words. Null for long texts, pictures and times. */
function valueText(name: string, value: VersionChange['before'], currency: string): string | null {
  if (name === 'timestamp' || name === 'image') return null
  if (typeof value === 'boolean') return value ? t('On') : t('Off')
  if (value === null || value === '' || (value === 0 && unlessZero.has(name))) return t('None')
  if (typeof value === 'string') return choiceText(name, value) ?? (value.length > longest ? null : value)
  if (percentages.has(name)) return `${value}%`
  return isField(name) ? chosenText(name, value, '', currency) : String(value)
}
