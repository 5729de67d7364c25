/** The most used published test cards, grouped by what they show. They work with any future date and any CVC. */
type TestCardGroup = {
  readonly title: string
  readonly cards: readonly { readonly number: string; readonly outcome: string }[]
}

export const testCardGroups: readonly TestCardGroup[] = [
  {
    title: 'Succeed',
    cards: [
      { number: '4242424242424242', outcome: 'Visa' },
      { number: '5555555555554444', outcome: 'Mastercard' },
      { number: '378282246310005', outcome: 'American Express, 4-digit CVC' },
      { number: '6011111111111117', outcome: 'Discover' },
      { number: '36227206271667', outcome: 'Diners Club, 14 digits' },
      { number: '3566002020360505', outcome: 'JCB' },
      { number: '6200000000000005', outcome: 'UnionPay' },
    ],
  },
  {
    title: 'Authentication',
    cards: [
      { number: '4000002760003184', outcome: 'Always asks for authentication' },
      { number: '4000002500003155', outcome: 'Asks until the card has been set up' },
      { number: '4000003800000446', outcome: 'Asks only while the buyer is present' },
      { number: '4000000000003220', outcome: 'Asks, then succeeds' },
      { number: '4000008260003178', outcome: 'Asks, then insufficient funds' },
      { number: '4000008400001629', outcome: 'Asks, then declined' },
    ],
  },
  {
    title: 'Declined',
    cards: [
      { number: '4000000000000002', outcome: 'Declined' },
      { number: '4000000000009995', outcome: 'Insufficient funds' },
      { number: '4000000000009987', outcome: 'Lost card' },
      { number: '4000000000000069', outcome: 'Expired card' },
      { number: '4000000000000127', outcome: 'Incorrect CVC' },
      { number: '4000000000000119', outcome: 'Processing error' },
      { number: '4100000000000019', outcome: 'Blocked as fraudulent' },
      { number: '4000000000000556', outcome: 'Declined, and never to be tried again' },
      { number: '4000000000000341', outcome: 'Can be saved, but every charge is declined' },
    ],
  },
  {
    title: 'Disputes and refunds',
    cards: [
      { number: '4000000000000259', outcome: 'Succeeds, then disputed as fraudulent' },
      { number: '4000000000002685', outcome: 'Succeeds, then disputed as not received' },
      { number: '4000000000007726', outcome: 'Refund pending, then succeeds' },
      { number: '4000000000005126', outcome: 'Refund succeeds, then fails' },
    ],
  },
]
