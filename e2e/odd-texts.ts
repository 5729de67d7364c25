// Long and unusual texts that can break layouts.

const sentence =
  'Everything about pigments, papers, brushes, light, patience and the art of stopping in time. '

export const oddTexts = {
  /** A title of the maximum length that cannot wrap. */
  unbroken: 'Donaudampfschifffahrtsgesellschaft'.repeat(6).slice(0, 200),
  long: sentence.repeat(3).slice(0, 200).trim(),
  emoji: '🎨🖌️ Paint together 👩‍👩‍👧‍👦 a whole Sunday 🏖️🎉',
  arabic: 'دورة الألوان المائية للمبتدئين في ستة أسابيع',
  hebrew: 'סדנת צילום לילה למתחילים, שני ערבים',
  chinese: '水彩画入门：六周课程与作品点评',
  shortest: 'Ten chars.',
  description: `${sentence.repeat(6)}\n\n• ${sentence}\n• ${'Pneumonoultramicroscopicsilicovolcanoconiosis'.repeat(4)}\n• ${sentence.repeat(2)}\n\n${sentence.repeat(9)}`,
  longName:
    'Pablo Diego José Francisco de Paula Juan Nepomuceno María de los Remedios Cipriano de la Santísima Trinidad Ruiz Picasso',
  longEmail:
    'pablo-diego-jose-francisco-de-paula-juan@a-very-long-name-of-a-company-with-limited-liability.example',
} as const

const oddTitles = [
  oddTexts.unbroken,
  oddTexts.long,
  oddTexts.emoji,
  oddTexts.arabic,
  oddTexts.hebrew,
  oddTexts.chinese,
  oddTexts.shortest,
] as const

/** The title of one item among many. Odd titles are used first, then ordinary ones. */
export function titleOf(index: number, noun: string): string {
  return oddTitles[index] ?? `${noun} number ${index + 1} of a busy shop`
}
