import type { ShownPrice } from '#payments/pricing/shown-price.ts'

/** What stands beside a price of its tax; nothing where there is none. */
export function TaxNote({ note }: Pick<ShownPrice, 'note'>) {
  return note === '' ? null : <span className="text-muted text-sm whitespace-nowrap"> {note}</span>
}
