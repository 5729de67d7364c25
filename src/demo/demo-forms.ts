/** The demo seller's forms, priced in minor units of usd; `art` names a drawing in `art/`. */
export const demoForms = [
  {
    art: 'watercolour-course',
    name: 'Watercolor course',
    title: 'Watercolor from zero: a six-week course',
    description:
      'Learn to paint light, water and skies with a palette of just six colors.\n\n• 24 short lessons, yours for ever\n• A printable workbook with every exercise\n• Feedback on your three favorite paintings',
    amount: 4900,
    buttonText: 'Start painting',
    themeColor: '#0F6E84',
    successMessage:
      'Welcome to the course! Your first lesson is on its way to your inbox. Find a jar, two brushes and a quiet hour.',
  },
  {
    art: 'sourdough-book',
    name: 'Sourdough e-book',
    title: 'Slow bread: the sourdough handbook',
    description:
      'Sixty recipes and one starter that never dies. From the first loaf to croissants on a Sunday morning.\n\nPDF and EPUB, 212 pages, every step in pictures.',
    amount: 1900,
    buttonText: 'Get the handbook',
    themeColor: '#A4501F',
    successMessage: 'Thank you! The handbook is on its way to your inbox. Feed your starter tonight.',
  },
  {
    art: 'photography-workshop',
    name: 'Photo workshop',
    title: 'Night photography: live workshop',
    description:
      'Two evenings, twelve people, one city after dark. We plan, shoot and edit together, and every participant leaves with a finished series of five pictures.\n\nLive on video, recorded for you.',
    amount: 12900,
    buttonText: 'Reserve my seat',
    themeColor: '#3B2FA8',
    successMessage: 'Your seat is reserved. The invitation with date and link is in your inbox.',
  },
] as const

/** An order bump on the form whose drawing is `on`. */
export const demoBump = {
  art: 'brush-guide',
  on: 'watercolour-course',
  title: 'Twelve brushes, and what each is for',
  description: 'A pocket guide to print: every stroke of the course, brush by brush.',
  amount: 900,
} as const
