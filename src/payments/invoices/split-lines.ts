import type { DocumentLine } from '#foundation/db/tables/invoices.ts'

/** What a credit note reverses, and the tax contained in it, in minor units. */
export type Part = { readonly total: number; readonly taxAmount: number }

/** A document after an invoice, in order: `credit` reversed some of its lines, and `invoice` restored them. */
export type Later = { readonly kind: 'invoice' | 'credit'; readonly lines: readonly DocumentLine[] }

type Left = { readonly line: DocumentLine; readonly net: number; readonly tax: number }

/** What remains of an invoice's lines after later documents. */
export function linesLeft(lines: readonly DocumentLine[], later: readonly Later[]): Left[] {
  return lines.map((line) => {
    let [net, tax] = [line.subtotal, line.taxAmount]
    for (const document of later) {
      const sign = document.kind === 'credit' ? -1 : 1
      for (const one of document.lines.filter(({ position }) => position === line.position)) {
        net += sign * one.subtotal
        tax += sign * one.taxAmount
      }
    }
    return { line, net, tax }
  })
}

export function sumLeft(left: readonly Left[]): Part {
  const taxAmount = left.reduce((sum, { tax }) => sum + tax, 0)
  return { total: left.reduce((sum, { net }) => sum + net, taxAmount), taxAmount }
}

/**
 * Splits a part of an invoice among what remains of its lines, in proportion. The lines add up to exactly
 * this part, and no line gets more than what remains of it. A line that is reversed completely keeps its
 * quantity.
 */
export function splitPart(left: readonly Left[], { total, taxAmount }: Part): DocumentLine[] {
  const nets = allocate(
    total - taxAmount,
    left.map(({ net }) => net),
  )
  const taxes = allocate(
    taxAmount,
    left.map(({ tax }) => tax),
  )
  return left.flatMap(({ line }, index) => {
    const [subtotal, tax] = [nets[index] ?? 0, taxes[index] ?? 0]
    if (subtotal + tax === 0) return []
    if (subtotal === line.subtotal && tax === line.taxAmount) return [line]
    return [{ ...line, quantity: 1, discountAmount: 0, subtotal, taxAmount: tax, total: subtotal + tax }]
  })
}

/** Splits an amount by weight into whole units. No part exceeds its weight unless the amount exceeds all of them. */
function allocate(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n)
  if (whole === 0n) return weights.map(() => 0)
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight)
    return { index, units: Number(product / whole), rest: product % whole }
  })
  let missing = amount - shares.reduce((sum, { units }) => sum + units, 0)
  const byRest = shares.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))
  for (const share of byRest) {
    if (missing === 0) break
    share.units += 1
    missing -= 1
  }
  return shares.map(({ units }) => units)
}
