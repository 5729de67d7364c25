/** Twelve months, as spreadsheets in several languages take them for a date. */
const months = [
  'jan(?:uar[yi]?|vier)?|ene(?:ro)?|gen(?:naio)?',
  'feb(?:ruar[yi]?|rero|braio)?|fev(?:rier)?',
  'mar(?:ch|s|zo)?|mrz|maart|maerz',
  'apr(?:il|ile)?|abr(?:il)?|avr(?:il)?',
  'may|mai|mei|maggio|mayo|mag',
  'jun[ei]?|juin|junio|giu(?:gno)?',
  'jul[yi]?|juil(?:let)?|julio|lug(?:lio)?',
  'aug(?:ust)?|ago(?:sto)?|aout',
  'sept?(?:ember|iembre|tembre)?|set(?:tembre)?',
  'oct(?:ober|ubre|obre)?|okt(?:ober)?|ott(?:obre)?',
  'nov(?:ember|iembre|embre)?',
  'dec(?:ember|embre)?|dez(?:ember)?|dic(?:iembre|embre)?',
].join('|')

const taken = [
  { kind: 'a number', form: /^(?:0\d+|\d{16,}|\d+e\d+)$/i },
  { kind: 'a date', form: /^\d{1,4}-\d{1,2}(?:-\d{1,4})?$/ },
  {
    kind: 'a date',
    form: new RegExp(`^(?:${months})-?\\d{1,4}$|^\\d{1,4}-(?:${months})(?:-\\d{1,4})?$`, 'i'),
  },
] as const

/** What a spreadsheet takes a code for, and writes otherwise once it has opened a list of codes; null: it keeps it. */
export function takenFor(code: string): 'a number' | 'a date' | null {
  return taken.find(({ form }) => form.test(code))?.kind ?? null
}
