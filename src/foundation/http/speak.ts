import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageHeader } from '../language/languages.ts'
import { languageOf, namedLanguage } from '../language/read-language.ts'
import { inLanguage } from '../language/t.ts'

/** Answers the requests whose path matches in their reader's language; all others are answered in English. */
export function speakLanguages(app: FastifyInstance, paths: RegExp): void {
  const speak = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => {
    if (paths.test(request.url)) inLanguage(languageOfRequest(request), done)
    else done()
  }
  app.addHook('onRequest', speak)
  // A body is read in the context of its connection, from which validation and handlers would continue.
  app.addHook('preValidation', speak)
}

/** The page's own language, the one that a link asks for, or the browser's. */
function languageOfRequest({ headers, url }: FastifyRequest): string {
  const asked = headers[languageHeader] ?? /[?&]lang=([\w-]+)/.exec(url)?.[1]
  return namedLanguage(asked) ?? languageOf(headers['accept-language'])
}
