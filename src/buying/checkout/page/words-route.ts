import type { FastifyInstance } from 'fastify'
import { NotFound } from '#foundation/failures/failure.ts'
import type { PageWords } from '#foundation/language/speech.ts'
import { namedLanguage } from '#foundation/language/read-language.ts'
import { wordsPath } from './page-assets.ts'

type Params = { readonly file: string }

/** The texts of a page's later parts: `GET /payment/words/{page}.{language}.{version}.json`. */
export function registerWordFiles(app: FastifyInstance, words: ReadonlyMap<string, PageWords>): void {
  const options = { config: { access: 'anyone' }, schema: { hide: true } } as const
  app.get<{ Params: Params }>(`${wordsPath}:file`, options, async ({ params }, reply) => {
    const [page = '', code, version = ''] = params.file.split('.')
    const language = namedLanguage(code)
    const isExact = params.file === `${page}.${code}.${version}.json`
    const json = language === undefined || !isExact ? undefined : words.get(page)?.laterIn(language, version)
    if (json === undefined) throw new NotFound()
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type('application/json; charset=utf-8')
      .send(json)
  })
}
