import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { demandProof, type Caller } from './caller.ts'
import { inputCompiler, refuseFields } from '../input/check-input.ts'
import {
  type Access,
  type Admission,
  type AskedProof,
  type Contract,
  type Failures,
  type Route,
  type RouteRight,
} from './contract.ts'
import { NotSignedIn } from '../../failures/failure.ts'
import { scopeOf } from './key-scope.ts'
import { failuresOf } from './route-failures.ts'
import { answeredShapes } from '../input/unknown-fields.ts'

type Parsed<R extends Route, Name extends 'params' | 'query' | 'body' | 'headers'> = R extends {
  readonly [Key in Name]: infer Schema extends z.ZodType
}
  ? z.output<Schema>
  : undefined

/** The input of a handler: the parts of the request that the contract defines, parsed, and the caller. */
export type Call<R extends Route> = {
  readonly params: Parsed<R, 'params'>
  readonly query: Parsed<R, 'query'>
  readonly body: Parsed<R, 'body'>
  readonly headers: Parsed<R, 'headers'>
  readonly caller: R['access'] extends 'anyone' ? Caller | null : Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/**
 * One handler for each route of a contract. Its response is checked against the contract, and fields that are not in
 * the contract are removed.
 */
export type Handlers<C extends Contract> = {
  readonly [Name in keyof C]: (call: Call<C[Name]>) => Promise<z.input<C[Name]['ok']['schema']>>
}

/** Identifies the caller, and throws if the route does not allow them. */
export type Authorize = (
  request: FastifyRequest,
  admission: Admission & Pick<Route, 'proof'>,
) => Promise<Caller | null>

/** The response to a call, ready to be sent. */
export type Answer = { readonly status: number; readonly body: string }

/** Answers a write that has an API key and an `Idempotency-Key`: runs `act`, or returns the earlier response. */
export type AnswerOnce = (
  request: FastifyRequest,
  keyId: string,
  act: () => Promise<Answer>,
) => Promise<Answer>

/** Decides which calls are allowed: checks the caller's rights and handles repeated calls of programs. */
export type Doors = { readonly authorize: Authorize; readonly answerOnce: AnswerOnce }

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The callers that can use the route. Without it, the route is closed. */
    access?: Access
    /** The verb and entity for which the route requires a right. */
    right?: RouteRight | null
    /** The right that an API key needs for the route, or undefined if it is closed to keys. */
    keyScope?: string | undefined
    /** The errors that the route can return, or undefined for a route without a contract. */
    failures?: Failures
    /** The fields of a multipart body besides its `file`, or undefined for other bodies. */
    multipart?: z.ZodObject
  }
}

/** Serves a contract's routes below `/api`. */
export function serve<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: Handlers<C>,
  doors: Doors,
): void {
  for (const name of keysOf(contract)) {
    serveRoute(app, contract, String(name), contract[name], handlers[name], doors)
  }
}

/** The route's entry in the API description. */
const proofWords: Readonly<Record<AskedProof, string>> = {
  browser: 'Needs the session’s cookie as well as the bearer token.',
  recent:
    'Lasting effect: needs the session’s cookie as well as the bearer token, and `POST /account/proof` within the last ten minutes.',
  body: 'Lasting effect: needs the password in the body; without a password, the session’s cookie and a proof from the last ten minutes.',
}

function serveRoute<R extends Route>(
  app: FastifyInstance,
  contract: Contract,
  name: string,
  route: R,
  handler: (call: Call<R>) => Promise<z.input<R['ok']['schema']>>,
  { authorize, answerOnce }: Doors,
): void {
  const failures = failuresOf(route)
  app.route({
    method: route.method,
    url: `/api${route.path}`,
    config: { access: route.access, right: route.right ?? null, keyScope: scopeOf(route), failures },
    schema: {
      operationId: name,
      summary: route.summary,
      ...(route.proof === undefined ? {} : { description: proofWords[route.proof] }),
      tags: [route.path.split('/')[1] ?? ''],
      ...(route.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
      ...(route.params === undefined ? {} : { params: route.params }),
      ...(route.query === undefined ? {} : { querystring: route.query }),
      ...(route.body === undefined ? {} : { body: route.body }),
      ...(route.headers === undefined ? {} : { headers: route.headers }),
      response: { [route.ok.status]: route.ok.schema },
    },
    validatorCompiler: inputCompiler(() => answeredShapes(contract, route)),
    preValidation: async (request, reply) => {
      request.caller = await authorize(request, route)
      if (request.allowance !== null) reply.headers(request.allowance)
      if (route.body === undefined) refuseFields(request.body)
    },
    handler: async (request, reply) => {
      const { proof } = route
      // The proof is checked after the fields, so that no one types their password for a request that is
      // rejected anyway.
      if (request.caller !== null && (proof === 'browser' || proof === 'recent')) {
        demandProof(request.caller, proof)
      }
      reply.status(route.ok.status).header('cache-control', 'no-store')
      const keyId = request.caller?.keyId ?? null
      if (keyId !== null && route.method !== 'GET') {
        const { status, body } = await answerOnce(request, keyId, async () => ({
          status: route.ok.status,
          body: String(reply.serialize(await handler(callOf(route, request, reply)))),
        }))
        return reply.status(status).type('application/json; charset=utf-8').send(body)
      }
      const answer = await handler(callOf(route, request, reply))
      // The server sends a string as a body that is already serialized.
      return typeof answer === 'string'
        ? reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
        : reply.send(answer)
    },
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null
    /** The headers that show how many calls a program has left, or null for people. */
    allowance: Readonly<Record<string, string>> | null
  }
}

function callOf<R extends Route>(route: R, request: FastifyRequest, reply: FastifyReply): Call<R>
function callOf(route: Route, request: FastifyRequest, reply: FastifyReply): unknown {
  if (route.access !== 'anyone' && request.caller === null) throw new NotSignedIn()
  return {
    params: request.params,
    query: request.query,
    body: request.body,
    headers: request.headers,
    caller: request.caller,
    request,
    reply,
  }
}

function keysOf<T extends object>(value: T): (keyof T)[]
function keysOf(value: object): string[] {
  return Object.keys(value)
}
