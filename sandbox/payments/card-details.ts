import { z } from 'zod'
import { ApiError, invalidRequest } from '#api/errors.ts'
import { address, emptyable, naturalNumber, text } from '#api/params.ts'
import { findTestCard } from '#cards/test-cards.ts'
import { findTestDebit } from '#cards/debit-accounts.ts'
import type { BillingDetails } from '#store/shapes.ts'

export const cardParams = z.strictObject({
  number: z.string().transform((digits) => digits.replaceAll(/[\s-]/g, '')),
  exp_month: naturalNumber,
  exp_year: naturalNumber,
  cvc: text.optional(),
})

/** Reads the account number for a debit. It can contain spaces. */
export const debitParams = z.strictObject({
  iban: z.string().transform((typed) => typed.replaceAll(/\s/g, '').toUpperCase()),
})

export const billingDetailsParams = z.strictObject({
  address: emptyable(address).optional(),
  email: emptyable(text).optional(),
  name: emptyable(text).optional(),
  phone: emptyable(text).optional(),
  tax_id: emptyable(text).optional(),
})

/** @throws ApiError 402, as on Stripe, for a mistyped, expired or real card number */
export function checkCard(card: z.infer<typeof cardParams>, now: number): void {
  if (!/^\d{12,19}$/.test(card.number) || !hasCheckDigit(card.number)) {
    throw badCard('incorrect_number', 'number', 'Your card number is incorrect.')
  }
  if (card.exp_month < 1 || card.exp_month > 12) {
    throw badCard('invalid_expiry_month', 'exp_month', "Your card's expiration month is invalid.")
  }
  if (isExpired(card, now)) {
    throw badCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.")
  }
  const known = findTestCard(card.number)
  const cvcDigits = known?.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/
  if (card.cvc !== undefined && !cvcDigits.test(card.cvc)) {
    throw badCard('invalid_cvc', 'cvc', "Your card's security code is invalid.")
  }
  if (known === undefined) {
    throw new ApiError(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'test_mode_live_card',
      message:
        'Your card was declined. Your request was in test mode, but used a non test card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
    })
  }
}

/** @throws ApiError 400 for an account number that is not a published test account */
export function checkIban(iban: string): void {
  if (findTestDebit(iban) !== undefined) return
  throw invalidRequest(`The IBAN you provided is invalid: ${iban.slice(0, 40)}. Use a test account number.`, {
    code: 'invalid_bank_account_iban',
    param: 'sepa_debit[iban]',
  })
}

export function fullYear(year: number): number {
  return year < 100 ? 2000 + year : year
}

function isExpired({ exp_month, exp_year }: { exp_month: number; exp_year: number }, now: number): boolean {
  const today = new Date(now * 1000)
  const year = fullYear(exp_year)
  if (year > today.getUTCFullYear() + 50) return true
  return Date.UTC(year, exp_month, 1) <= today.getTime()
}

function hasCheckDigit(number: string): boolean {
  let sum = 0
  for (const [index, digit] of number.split('').toReversed().entries()) {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

function badCard(code: string, param: string, message: string): ApiError {
  return new ApiError(402, { type: 'card_error', code, param, message })
}

export function asBillingDetails(params: z.infer<typeof billingDetailsParams> | undefined): BillingDetails {
  return {
    address: params?.address ? asAddress(params.address) : null,
    email: params?.email ?? null,
    name: params?.name ?? null,
    phone: params?.phone ?? null,
    tax_id: params?.tax_id ?? null,
  }
}

export function asAddress(params: z.infer<typeof address>) {
  return {
    city: params.city ?? null,
    country: params.country ?? null,
    line1: params.line1 ?? null,
    line2: params.line2 ?? null,
    postal_code: params.postal_code ?? null,
    state: params.state ?? null,
  }
}
