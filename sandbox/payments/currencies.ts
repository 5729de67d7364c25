import { invalidRequest } from '#api/errors.ts'

const supported = new Set(
  `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bgn bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf
  clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils
  inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk
  mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp
  sle sos srd std szl thb tjs tnd top try ttd twd tzs uah ugx uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw`.split(
    /\s+/,
  ),
)

/** The smallest possible charges in minor units. In all other currencies it is 50. */
const minimums: Record<string, number> = {
  bgn: 100,
  gbp: 30,
  dkk: 250,
  nok: 300,
  sek: 300,
  pln: 200,
  ron: 200,
  aed: 200,
  myr: 200,
  hkd: 400,
  mxn: 1000,
  thb: 1000,
  czk: 1500,
  huf: 17500,
}
const largestAmount = 99_999_999
/** Currencies whose largest charge has more than eight digits, if Stripe's page lists it for every payment method. */
const larger: Record<string, number> = { cop: 9_999_999_999, idr: 999_999_999_999, inr: 999_999_999 }

/** Currencies whose amounts must end in zeros, because they use two of three decimals or none of two. */
const steps: Record<string, number> = { bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10, isk: 100, ugx: 100 }

export function minimumCharge(currency: string): number {
  return minimums[currency] ?? 50
}

/** @returns the currency code in lowercase */
export function checkCurrency(code: string, param = 'currency'): string {
  const currency = code.toLowerCase()
  if (supported.has(currency)) return currency
  throw invalidRequest(
    `Invalid currency: ${code}. Stripe currently supports these currencies: ${[...supported].join(', ')}`,
    {
      param,
    },
  )
}

/** @throws ApiError 400 for an amount in minor units that cannot be charged */
export function checkChargeable(amount: number, currency: string): void {
  if (amount < minimumCharge(currency)) {
    throw invalidRequest(
      `Amount must be at least ${minimumCharge(currency)} ${currency} in the smallest currency unit`,
      { code: 'amount_too_small', param: 'amount' },
    )
  }
  checkUnits(amount, currency)
}

/** Checks the largest amount and the currency's step, which also apply to prices. */
export function checkUnits(amount: number, currency: string, param = 'amount'): void {
  const largest = larger[currency] ?? largestAmount
  if (amount > largest) {
    throw invalidRequest(`Amount must be no more than ${largest} ${currency} in the smallest currency unit`, {
      code: 'amount_too_large',
      param,
    })
  }
  const step = steps[currency] ?? 1
  if (amount % step !== 0) {
    throw invalidRequest(`Amounts in ${currency} must be a multiple of ${step}.`, {
      code: 'parameter_invalid_integer',
      param,
    })
  }
}
