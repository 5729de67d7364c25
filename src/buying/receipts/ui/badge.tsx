const tones = { plain: '', good: 'text-success', bad: 'text-danger' } as const

/** How a thing stands, in a word or two. */
export function Badge({ text, tone }: { readonly text: string; readonly tone: keyof typeof tones }) {
  return <span className={`badge ${tones[tone]}`}>{text}</span>
}
