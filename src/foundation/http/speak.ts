import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageHeader } from '../language/languages.ts'
import { languageOf, linkedLanguage, namedLanguage } from '../language/read-language.ts'
import { currentLanguage, inLanguage } from '../language/t.ts'
import { keepLanguage } from './keep-language.ts'

type Spoken = {
  /** The paths whose responses are in the reader's language. All others are in English. */
  readonly paths: RegExp
  /** The language of the order or other item that a request is about, or undefined if it has none. */
  readonly languageOfSubject: (request: FastifyRequest) => Promise<string | undefined>
}

/**
 * Responds to requests in the language that they ask for, or else in the language of their subject, or else in the
 * browser's language. A page in a language other than the browser's links to pages in its own language.
 */
export function speakLanguages(app: FastifyInstance, { paths, languageOfSubject }: Spoken): void {
  app.addHook('onRequest', (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (paths.test(request.url)) inLanguage(askedLanguage(request) ?? ofBrowser(request), done)
    else done()
  })
  // A body is read in the context of its connection. Without this, validation and handlers would run there too.
  app.addHook('preValidation', (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    const asked = askedLanguage(request)
    if (!paths.test(request.url)) done()
    else if (asked !== undefined) inLanguage(asked, done)
    else {
      const speak = (language?: string) => inLanguage(language ?? ofBrowser(request), done)
      languageOfSubject(request).then(speak, () => speak())
    }
  })
  app.addHook('onSend', (request, reply, payload, done) => {
    const language = currentLanguage()
    const isKept = paths.test(request.url) && language !== ofBrowser(request)
    done(null, isKept ? keepLanguage(reply, payload, paths, language) : payload)
  })
}

/** The language of the page itself, or the one that a link asks for. */
function askedLanguage(request: FastifyRequest): string | undefined {
  return namedLanguage(request.headers[languageHeader]) ?? linkedLanguage(request.url)
}

function ofBrowser({ headers }: FastifyRequest): string {
  return languageOf(headers['accept-language'])
}
