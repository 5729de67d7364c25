import { expect, test } from 'vitest'
import { isClearButton, needsClearerButton } from './button-words.ts'

test.for([
  '',
  'Buy now',
  'PAY AND START PAINTING',
  'Order with obligation to pay',
  'Purchase the handbook',
  'Jetzt kaufen',
  'Zahlungspflichtig bestellen',
  'Kostenpflichtig buchen',
  'Commander avec obligation de paiement',
  'Payer maintenant',
  "J'achète",
  'Comprar ahora',
  'Pedido con obligación de pago',
  'Acquista ora',
  'Ordine con obbligo di pagare',
  'Comprar agora',
  'Encomenda com obrigação de pagar',
  'Nu kopen',
  'Bestelling met betalingsverplichting',
  'Kupuję i płacę',
  'Zamówienie z obowiązkiem zapłaty',
  'Köp nu',
  'Køb nu',
  'Ordre med betalingsforpligtelse',
  'Osta nyt',
  'Koupit',
  'اشتر الآن',
  'Objednávka zavazující k platbě',
])('“%s” clearly means paying', (words) => {
  expect(isClearButton(words)).toBe(true)
})

test.for([
  'Start painting',
  'Reserve my seat',
  'Complete booking',
  'Order',
  'Subscribe',
  'Bestellen',
  'Anmelden',
  'Commander',
  'Reservar',
  'Prenota',
  'Bestel nu',
  'Zamawiam',
  'Beställ',
  'Bestil',
  'Tilaa',
  'Objednat',
  'Repayment calculator',
  'Buy later',
  'Pay nothing today',
  'Jetzt kostenlos kaufen',
])('“%s” does not clearly mean paying', (words) => {
  expect(isClearButton(words)).toBe(false)
})

test('a clear button text is required in Europe and when the seller’s country is unknown', () => {
  const isNeeded = (country: string | null) => needsClearerButton('Reserve my seat', false, country)
  expect(['DE', 'GB', null].every(isNeeded)).toBe(true)
  expect(['US', 'CH', 'BR'].some(isNeeded)).toBe(false)
})

test.for([
  ['', false, false],
  ['', true, true],
  ['Start for free', true, true],
  ['Buy now', true, false],
] as const)('in Germany a button "%s" (with a trial: %s) needs our words: %s', ([words, trial, isNeeded]) => {
  expect(needsClearerButton(words, trial, 'DE')).toBe(isNeeded)
})
