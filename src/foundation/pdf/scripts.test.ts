import fc from 'fast-check'
import { buffer } from 'node:stream/consumers'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { expect, test, vi } from 'vitest'
import { drawnIn } from '#buying/receipts/invoice/test-invoices.ts'
import { openDocument } from './open-document.ts'
import { chooseFonts } from './script-fonts.ts'
import type { createShaper } from './shape-text.ts'

/** The characters that are drawn as a box (glyph 0 of their font). */
const shapedBoxes: string[] = []

vi.mock('./shape-text.ts', async (importOriginal) => {
  const original = await importOriginal<{ createShaper: typeof createShaper }>()
  return {
    async createShaper(files: readonly string[]) {
      const shape = await original.createShaper(files)
      return (...asked: Parameters<typeof shape>) => {
        const clusters = shape(...asked)
        if (clusters.some(({ key }) => /"id":0,/.test(key))) shapedBoxes.push(asked[0])
        return clusters
      }
    },
  }
})

/** A document with these texts in a narrow column, one below the other. */
async function write(texts: readonly string[], locale?: string): Promise<Uint8Array> {
  const { pdf, text } = await openDocument({
    title: 'Scripts',
    author: 'Juniper Studio',
    createdAt: new Date(0),
    typeface: 'serif',
    goesOn: true,
    about: { texts },
    ...(locale !== undefined && { locale }),
  })
  const written = buffer(pdf)
  const style = { size: 11, color: '#000', width: 200 } as const
  for (const [index, said] of texts.entries()) {
    text.write(said, 56, pdf.y + 6, { ...style, font: index % 2 === 0 ? 'regular' : 'bold' })
  }
  pdf.end()
  return new Uint8Array(await written)
}

/** The document's text as a reader copies it. Tests must ignore spaces and joiners. */
async function copiedFrom(bytes: Uint8Array): Promise<{ text: string; pages: number; fonts: number }> {
  const pdf = await getDocument({ data: bytes.slice(), useSystemFonts: false, verbosity: 0 }).promise
  let text = ''
  const fonts = new Set<string>()
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    for (const item of items) {
      if (!('str' in item)) continue
      text += item.str
      fonts.add(item.fontName)
    }
  }
  const pages = pdf.numPages
  await pdf.loadingTask.destroy()
  return { text: asRead(text), pages, fonts: fonts.size }
}
const asRead = (text: string) => text.replaceAll(/[\s\u200c\u200d]+/g, '').normalize('NFC')

test.each([
  ['Arabic', 'محمد الأحمد لا إله'],
  ['Arabic with its marks', 'مُحَمَّد بْن سَلْمَان'],
  ['Persian', 'دورهٔ ۱۲۳ برای می‌خواهم'],
  ['Hebrew', 'דוד כהן בע"מ'],
  ['Hebrew with its points', 'שָׁלוֹם'],
  ['Arabic with numbers and Latin', 'دورة الرسم مع Juniper Studio و 40 درساً (مع شهادة)'],
  ['Latin with Hebrew', 'VAT 17% of דוד כהן (2019) Ltd.'],
  ['Chinese', '张伟有限公司，北京'],
  ['traditional Chinese', '陳大文國際有限公司'],
  ['Japanese', '山田太郎 株式会社カタカナー'],
  ['Korean', '김민수 주식회사'],
  ['Thai', 'สมชาย ใจดี น้ำผึ้ง'],
  ['Hindi', 'प्रिया शर्मा क्षत्रिय कि'],
  ['Tamil', 'தமிழ்ச்செல்வி க்ஷேத்திரம்'],
  ['Bengali', 'বাংলা শ্রীমতী ক্ষমা রায়'],
  ['Malayalam', 'മലയാളം ശ്രീധരൻ ക്ഷമ'],
  ['Gujarati', 'ગુજરાતી પ્રિયા ક્ષત્રિય'],
  ['Telugu', 'తెలుగు శ్రీనివాస్ క్షమ'],
  ['Kannada', 'ಕನ್ನಡ ಶ್ರೀಧರ್ ಕ್ಷಮಾ'],
  ['Gurmukhi', 'ਪੰਜਾਬੀ ਪ੍ਰਿਆ ਸਿੰਘ'],
  ['Odia', 'ଓଡ଼ିଆ ଶ୍ରୀମତୀ କ୍ଷମା'],
  ['Khmer', 'ខ្មែរ សុភា ស្រីពៅ'],
  ['Lao', 'ສະບາຍດີ ເຜີ້ງ'],
  ['Ethiopic', 'አማርኛ ሰላም ተስፋዬ'],
  ['Sinhala', 'සිංහල ශ්\u200dරී ලංකා ක්ෂමා'],
  ['Myanmar', 'မြန်မာ အောင်ဆန်း ကျော်'],
  ['Tibetan', 'བོད་སྐད་ བསྟན་འཛིན་'],
  ['Mongolian', 'ᠮᠣᠩᠭᠣᠯ ᠪᠢᠴᠢᠭ'],
  ['Thaana', 'ދިވެހި އަޙްމަދު'],
  ['Armenian', 'Հայերեն Անահիտ'],
  ['Georgian', 'ქართული ნინო'],
  ['Tifinagh', 'ⵜⵉⴼⵉⵏⴰⵖ'],
  ['Cherokee', 'ᏣᎳᎩ ᏎᏉᏯ ꭰꭱ'],
  ['Adlam', '𞤀𞤣𞤢𞤥 𞤆𞤵𞤤𞤢𞤪'],
  ['Syriac', 'ܝܘܣܦ ܐܦܪܝܡ'],
  ['Javanese', 'ꦗꦮ ꦱꦫꦶ ꦏꦿꦶꦱ꧀ꦤ'],
  ['Balinese', 'ᬩᬮᬶ ᬓᬢᬸᬢ᭄'],
  ['Sundanese', 'ᮞᮥᮔ᮪ᮓ ᮃᮞᮦᮕ᮪'],
  ['Coptic', 'Ⲙⲁⲣⲕⲟⲥ ⲙⲁⲣⲓⲁ'],
  ['Yi', 'ꆈꌠ ꀀꀁ'],
  ['Vai', 'ꕙꔤ ꖸꔧ'],
  ['Meetei', 'ꯃꯩꯇꯩ ꯂꯣꯟ'],
  ['Ol Chiki', 'ᱥᱟᱱᱛᱟᱲᱤ'],
  ['N’Ko', 'ߒߞߏ'],
  ['Canadian syllabics', 'ᐃᓄᒃᑎᑐᑦ'],
  ['Lisu', 'ꓡꓲꓢꓴ'],
  ['emoji', '🎨 Painting 👩‍💻🇩🇪❤️ course'],
  ['several scripts on one line', 'Kurs 水彩画 für Ξένια Иванова & 李雷 (VIP)'],
])('text in %s can be copied from a PDF as it was written', async (_script, text) => {
  expect((await copiedFrom(await write([text, text]))).text).toBe(asRead(text + text))
})

test('long text in a PDF wraps within its column and continues on the next page', async () => {
  const texts = [
    '水彩画の描き方を基礎から学ぶための長い名前のオンライン講座、道具の選び方から仕上げまで「すべて」',
    'دورة الرسم بالألوان المائية من البداية حتى الاحتراف مع أربعين درساً مصوراً',
    'เรียนการวาดภาพสีน้ำตั้งแต่เริ่มต้นจนถึงขั้นสูงพร้อมอุปกรณ์ครบครัน',
    `${'木'.repeat(1500)}${'x'.repeat(90)}`,
  ]
  const bytes = await write(texts)
  const { text, pages } = await copiedFrom(bytes)
  expect(text).toBe(asRead(texts.join('')))
  expect(pages).toBeGreaterThan(1)
  expect(Buffer.from(await write(texts)).equals(bytes)).toBe(true)
})

test('a document’s own typeface is used for every character it contains', async () => {
  const plain = 'Žofie Ξένια Иванова'
  expect((await copiedFrom(await write([plain, '山田']))).fonts).toBe(2)
  expect((await copiedFrom(await write([plain, plain]))).fonts).toBe(2)
})

test('the font for Chinese characters follows the text, then the buyer’s language, then the most common use', async () => {
  const familyOf = async (text: string, locale?: string) => {
    const [piece] = (await chooseFonts([text], locale))(text)
    return /noto-sans-(\w+)\/files/.exec(piece?.file ?? '')?.[1]
  }
  expect(await familyOf('张伟')).toBe('sc')
  expect(await familyOf('陳國際')).toBe('tc')
  expect(await familyOf('直売り')).toBe('jp')
  expect(await familyOf('王明', 'zh-TW')).toBe('tc')
  expect(await familyOf('王明', 'zh-CN')).toBe('sc')
  expect(await familyOf('王明', 'ja')).toBe('jp')
  expect(await familyOf('王明 김', 'ja')).toBe('kr')
})

test('mathematical letters become plain letters, and undrawable characters their code points', async () => {
  const copied = async (text: string) => (await copiedFrom(await write([text]))).text
  expect(await copied('𝓑𝓮𝓪 𝕹𝖔𝖛𝖆𝖐 𝟒𝟐 Ⓑⓔⓐ')).toBe('BeaNovak42Bea')
  expect(await copied('Bea \u{1e2c0}\u{1e2c1} Novak \uf8ff')).toBe('Bea[U+1E2C0U+1E2C1]Novak[U+F8FF]')
  expect(await copied('₾\u00a05, 5\u00a0₼, ֏5')).toBe('GEL5,5AZN,AMD5')
  expect(await copied('a\u200bb\u00ad\u2060c \u{e0067}d\ufe0e')).toMatch(/^a.?b.?.?c.?d/u)
})

test('marks that no font can draw are removed from a letter', async () => {
  const copied = async (text: string) => (await copiedFrom(await write([text]))).text
  expect(await copied('Be\u0301\u{1abf}\u{1ac7}\u{1acb}a N\u{1acc}ovak')).toBe('BéaNovak')
})

test('a serif document borrows missing characters from the other typeface', async () => {
  expect((await copiedFrom(await write(['ⵜⵉⴼⵉⵏⴰⵖ ᚛ ⠓']))).text).toBe('ⵜⵉⴼⵉⵏⴰⵖ᚛⠓')
})

const samples = [
  'தமிழ் বাংলা മലയാളം ગુજરાતી తెలుగు ಕನ್ನಡ ਪੰਜਾਬੀ ଓଡ଼ିଆ ខ្មែរ አማርኛ සිංහල မြန်မာ བོད་ཡིག ᠮᠣᠩᠭᠣᠯ ދިވެހި',
  'العربية עברית ไทย ລາວ हिन्दी 中文 日本語 한국어 🎨👩‍💻🇩🇪 Ελληνικά Русский Հայերեն ქართული ⵜⵉⴼⵉⵏⴰⵖ ɪpə',
  '𝓑𝓮𝓪 𝒩 ｆｕｌｌ Ⅷ ㍿ ﬁ № ™ ½ ꦗꦮ ᬩᬮᬶ ᎠᎡ ꓮ 𐌰 ⲁ ߒߞߏ ܣ 𞤀 \u{10ffff} \uf8ff \u0378',
]

test('no text is drawn with missing-glyph boxes', { tags: 'long' }, async () => {
  const everything = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom(...samples),
  )
  await fc.assert(
    fc.asyncProperty(everything, async (text) => {
      expect(await boxesIn([text.toWellFormed()])).toEqual([])
    }),
    { numRuns: 60, examples: samples.map((text) => [text]) },
  )
})

/** The characters that either typeface draws as boxes, in any weight. */
async function boxesIn(texts: readonly string[]): Promise<string[]> {
  shapedBoxes.length = 0
  const plainBoxes: string[] = []
  for (const typeface of ['sans', 'serif'] as const) {
    const { pdf, text } = await openDocument({
      title: 'Scripts',
      author: 'Juniper Studio',
      createdAt: new Date(0),
      typeface,
      goesOn: true,
      about: { texts },
    })
    const drawn = buffer(pdf)
    for (const font of ['regular', 'bold'] as const) {
      for (const said of texts) text.write(said, 56, 100, { size: 11, color: '#000', width: 480, font })
    }
    pdf.end()
    if ((await drawnIn(await drawn)).boxes > 0) plainBoxes.push(...texts)
  }
  return [...shapedBoxes, ...plainBoxes]
}
