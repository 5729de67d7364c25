// The catalog and sales of the demo's seller. Amounts are in US dollars. `art` is a drawing in `art/`.

export const demoAccount = {
  name: 'Juniper Studio',
  email: 'demo@tillform.localhost',
  password: 'paint-by-the-window',
} as const

export const demoTax = { title: 'VAT', percentage: 20, inclusive: false } as const

export const demoBumps = [
  {
    art: 'brush-guide.svg',
    title: 'Twelve brushes, and what each is for',
    description: 'A pocket guide to print: every stroke of the course, brush by brush.',
    amount: 9,
  },
  {
    art: 'star-map.svg',
    title: 'Star map of the workshop night',
    description: 'What rises when and where, printed on card, with a red light to read it by.',
    amount: 12,
  },
  {
    art: 'travel-tripod.svg',
    title: 'A carbon tripod on loan',
    description: 'Sent before the first evening, collected after the second. We pay postage both ways.',
    amount: 35,
  },
  {
    art: 'photography-workshop.svg',
    title: 'Half an hour with the teacher, one to one',
    description: 'Bring ten of your pictures. You leave with a plan for the next hundred.',
    amount: 45,
  },
] as const

export const demoOffer = {
  art: 'framed-prints.svg',
  title: 'Your three best pictures, printed and framed',
  description: 'Chosen together, printed on cotton paper, framed in black oak, and sent to your door.',
  amount: 89,
  acceptButtonText: 'Frame them for me',
} as const

/** A demo form, which refers to other items by title. `expiresIn` is in days from the demo's creation. */
export type DemoForm = {
  readonly art: string
  readonly name: string
  readonly title: string
  readonly description: string
  readonly amount: number
  readonly buttonText: string
  readonly themeColor: string
  readonly successMessage: string
  readonly bumps?: readonly string[]
  readonly isTaxed?: boolean
  readonly timer?: { readonly title: string; readonly expiresIn: number; readonly amount: number }
  readonly offer?: string
  readonly sequence?: readonly string[]
  readonly blocks?: readonly object[]
  readonly plan?: { readonly billingPeriod: 'Monthly'; readonly cancelAfter: number }
}

const [brushes, starMap, tripod, teacher] = demoBumps

const watercolor: DemoForm = {
  art: 'watercolour-course.webp',
  name: 'Watercolor course',
  title: 'Watercolor from zero: a six-week course',
  description:
    'Learn to paint light, water and skies with a palette of just six colors.\n\n• 24 short lessons, yours for ever\n• A printable workbook with every exercise\n• Feedback on your three favorite paintings',
  amount: 49,
  buttonText: 'Buy the course',
  themeColor: '#0F6E84',
  successMessage:
    'Welcome to the course! Your first lesson is on its way to your inbox. Find a jar, two brushes and a quiet hour.',
  bumps: [brushes.title],
}

/** What the handbook's page says next to its price. */
const sourdoughBlocks = [
  {
    kind: 'inside',
    title: 'What is inside',
    items: [
      { title: 'Sixty recipes, sorted by how much time you have' },
      { title: 'A starter from flour and water, day by day' },
      { title: 'Shaping and scoring, in 140 photographs' },
      { title: 'What went wrong: a table of crumbs and their causes' },
      { title: 'A baking calendar to print' },
    ],
  },
  {
    kind: 'proof',
    title: 'From the first bakers',
    items: [
      {
        title: 'Maria, Lisbon',
        text: 'My third loaf looked like the picture. My **first** one tasted like it.',
      },
      { title: 'Jonas, Malmö', text: 'The only book that told me why, and not just how long.' },
    ],
  },
  {
    kind: 'person',
    title: 'Edda Juniper',
    text: 'Edda has baked for her street since 2009, and taught four hundred people to. She answers every email about a flat loaf.',
  },
  {
    kind: 'faq',
    title: 'Questions and answers',
    items: [
      {
        title: 'Do I need a bread oven?',
        text: 'No. A heavy pot with a lid is enough, and there are *eleven* recipes for a tin.',
      },
      {
        title: 'Is whole grain covered?',
        text: 'Yes: a third of the recipes use rye, spelt or whole wheat.',
      },
      {
        title: 'Can I read it on my phone?',
        text: 'Yes. You get two files:\n\n- a PDF to print\n- an EPUB for phones and readers',
      },
    ],
  },
]

const sourdough: DemoForm = {
  art: 'sourdough-book.svg',
  name: 'Sourdough e-book',
  title: 'Slow bread: the sourdough handbook',
  description:
    'Sixty recipes and one starter that never dies. From the first loaf to croissants on a Sunday morning.\n\nPDF and EPUB, 212 pages, every step in pictures.',
  amount: 19,
  buttonText: 'Buy the handbook',
  themeColor: '#A4501F',
  successMessage: 'Thank you! The handbook is on its way to your inbox. Feed your starter tonight.',
  blocks: sourdoughBlocks,
}

const photography: DemoForm = {
  art: 'photography-workshop.svg',
  name: 'Photo workshop',
  title: 'Night photography: live workshop',
  description:
    'Two evenings, twelve people, one city after dark. We plan, shoot and edit together, and every participant leaves with a finished series of five pictures.\n\nLive on video, recorded for you.',
  amount: 129,
  buttonText: 'Pay and reserve my seat',
  themeColor: '#3B2FA8',
  successMessage: 'Your seat is reserved. The invitation with date and link is in your inbox.',
  bumps: [starMap.title, tripod.title],
  isTaxed: true,
  timer: { title: 'Early bird', expiresIn: 9, amount: 159 },
  offer: demoOffer.title,
  sequence: [teacher.title],
}

const letters: DemoForm = {
  art: 'letter-club.svg',
  name: 'Letter club',
  title: 'Letters from the studio: a print each month',
  description:
    'On the first of every month an envelope with a small print, signed, and the story of how it was made.\n\nTwelve letters, then it ends automatically. Cancel whenever you like.',
  amount: 24,
  buttonText: 'Pay and join the letter club',
  themeColor: '#A92C45',
  successMessage: 'Welcome to the club. Your first letter is sealed and on its way.',
  isTaxed: true,
  plan: { billingPeriod: 'Monthly', cancelAfter: 12 },
}

const colorWheel: DemoForm = {
  art: 'color-wheel.svg',
  name: 'Color wheel',
  title: 'The color wheel that painters use',
  description:
    'Twelve hues, three tints of each, and what mixes to what: one page to print and pin up.\n\nFree, in return for your email address.',
  amount: 0,
  buttonText: 'Send it to me',
  themeColor: '#2E6B4F',
  successMessage: 'The color wheel is in your inbox. Print it as large as you can.',
}

const circle: DemoForm = {
  art: 'framed-prints.svg',
  name: 'Studio circle',
  title: 'Studio circle: paint with us every week',
  description:
    'An evening at the easel each week, live, with the recordings of all that came before.\n\nIt renews each month until you cancel, and you can pause it.',
  amount: 18,
  buttonText: 'Join the circle',
  themeColor: '#7A4B1E',
  successMessage: 'Welcome to the circle. The link to the next evening is in your inbox.',
  isTaxed: true,
  plan: { billingPeriod: 'Monthly', cancelAfter: 0 },
}

/** The demo's forms, newest first, as the forms list shows them. */
export const demoForms: readonly DemoForm[] = [
  watercolor,
  sourdough,
  photography,
  letters,
  colorWheel,
  circle,
]

/** Coupons used in the demo's past sales. `forms` are names, or null for all. */
export const historyCoupons = [
  {
    title: 'Welcome to the studio',
    code: 'WELCOME10',
    kind: 'percent',
    percentage: 10,
    amounts: [],
    forms: null,
  },
  {
    title: 'Launch of the workshop',
    code: 'NIGHT20',
    kind: 'percent',
    percentage: 20,
    amounts: [],
    forms: [photography.name],
  },
  {
    title: 'From the letter club',
    code: 'FRIENDS5',
    kind: 'amount',
    percentage: null,
    amounts: [{ currency: 'usd', amount: 5 }],
    forms: [watercolor.name, sourdough.name],
  },
] as const

export type DemoSale = {
  readonly form: DemoForm
  readonly name: string
  readonly email: string
  readonly bumps?: readonly string[]
  /** The test card, or null for a free form. */
  readonly card: string | null
  readonly isDeclined?: boolean
  /** How many of the following offers are accepted. */
  readonly accepted?: number
  /** The amount to refund in major units, or `all` for everything. */
  readonly refund?: number | 'all'
}

/** The demo's orders, by time of payment. The last one must be a plain payment. */
export const demoSales: readonly DemoSale[] = [
  { form: colorWheel, name: 'Ida Holm', email: 'ida.holm@example.com', card: null },
  {
    form: sourdough,
    name: 'Jonas Weber',
    email: 'jonas.weber@example.com',
    card: 'pm_card_visa',
    refund: 'all',
  },
  { form: watercolor, name: 'Amara Okafor', email: 'amara.okafor@example.com', card: 'pm_card_mastercard' },
  {
    form: sourdough,
    name: 'Lucía Ferrer',
    email: 'lucia.ferrer@example.com',
    card: 'pm_card_visa_chargeDeclinedInsufficientFunds',
    isDeclined: true,
  },
  { form: letters, name: 'Henrik Dahl', email: 'henrik.dahl@example.com', card: 'pm_card_visa' },
  {
    form: watercolor,
    name: 'Mei Tanaka',
    email: 'mei.tanaka@example.com',
    bumps: [brushes.title],
    card: 'pm_card_amex',
    refund: 9,
  },
  {
    form: photography,
    name: 'Noor Rahman',
    email: 'noor.rahman@example.com',
    bumps: [starMap.title],
    card: 'pm_card_visa',
    accepted: 1,
  },
  {
    form: watercolor,
    name: 'Clara Lindqvist',
    email: 'clara.lindqvist@example.com',
    bumps: [brushes.title],
    card: 'pm_card_visa',
  },
]
