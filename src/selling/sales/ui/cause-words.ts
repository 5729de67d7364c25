/** What is kept as the cause of a move, in the words of who sells. */
const words: Readonly<Record<string, string>> = {
  'intent recorded': 'The buyer pressed the button',
  'answer to paying': 'The card provider’s answer',
  'repeated request': 'The buyer tried again',
  'buyer asked': 'The buyer looked how it stands',
  'card changed': 'The buyer gave another card',
  'asked by buyer': 'The buyer asked for it',
  'asked by seller': 'You asked for it',
  'offer accepted again': 'The buyer took the offer again',
  'offer declined': 'The buyer declined the offer',
  webhook: 'The card provider told us',
  reconciler: 'We asked the card provider',
  'comparison of the books': 'Found when the books were compared',
}

/** After a colon stands what the move came to; what is not known here is plain words already. */
export function causeText(cause: string): string {
  const [begun = '', ...rest] = cause.split(': ')
  return [words[begun] ?? begun, ...rest].join(': ')
}
