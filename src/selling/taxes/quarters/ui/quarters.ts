/** The quarter of a time in this browser, and those before it, newest first: "2026-Q4", "2026-Q3", … */
export function quartersBefore(now: Date, count: number): string[] {
  const present = now.getFullYear() * 4 + Math.floor(now.getMonth() / 3)
  return Array.from({ length: count }, (_, back) => {
    const at = present - back
    return `${Math.floor(at / 4)}-Q${(at % 4) + 1}`
  })
}

/** The last day of a quarter, whose exchange rates the EU's one-stop shop uses: "2026-12-31" for "2026-Q4". */
export function lastDayOf(quarter: string): string {
  const days = ['03-31', '06-30', '09-30', '12-31']
  return `${quarter.slice(0, 4)}-${days[Number(quarter.at(-1)) - 1] ?? ''}`
}

/** Whether a typed exchange rate is empty or a number that the server accepts. */
export function isRate(text: string): boolean {
  const rate = plain(text)
  return rate === '' || (/^\d{1,7}(?:\.\d{1,8})?$/.test(rate) && Number(rate) > 0)
}

/** Exchange rates as the server reads them, such as "usd:1.0832". Empty ones are left out. */
export function ratesText(typed: Readonly<Record<string, string>>): string {
  return Object.entries(typed)
    .filter(([, text]) => plain(text) !== '' && isRate(text))
    .map(([code, text]) => `${code}:${plain(text)}`)
    .join(',')
}

function plain(text: string): string {
  return text.trim().replace(',', '.')
}
