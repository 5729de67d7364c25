import { readFileSync } from 'node:fs'
import type { ErrorObject, ValidateFunction } from 'ajv'
import { z } from 'zod'
import type { Match } from '#api/router.ts'
import { isObject, json, type Json } from '#json.ts'
import type { Checker, Violation } from './checker.ts'
import { closeResponses, requestSchema, responseSchema } from './schemas.ts'
import { findUnasked } from './unasked.ts'

const capacity = 200

/** Stripe's parsed OpenAPI document. Its validators are made when an operation is first used. */
type Description = {
  readonly request: (match: Match) => ValidateFunction | undefined
  readonly answer: (match: Match, kind: '200' | 'default') => ValidateFunction | undefined
}

/** Reads each file only once, because a test process starts many sandboxes and reading takes half a second. */
const descriptions = new Map<string, Promise<Description>>()

/** @param file the path of Stripe's OpenAPI document. Only this function loads ajv. */
export async function loadChecker(file: string): Promise<Checker> {
  const reading = descriptions.get(file) ?? readDescription(file)
  descriptions.set(file, reading)
  return checkerOf(await reading)
}

/**
 * Compiles the first response's schema now. It takes a second, because objects refer to each other, and that
 * would exceed a request's time limit.
 */
async function readDescription(file: string): Promise<Description> {
  const document = z.record(z.string(), json).parse(JSON.parse(readFileSync(file, 'utf8')))
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const options = {
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
    // This generated code runs only a few times, so optimizing it would take longer than it saves.
    code: { optimize: false },
  } as const
  const answers = new Ajv2020(options).addSchema(closeResponses(document), 'stripe')
  const requests = new Ajv2020({ ...options, coerceTypes: true }).addSchema(document, 'stripe')
  answers.compile({ $ref: 'stripe#/components/schemas/customer' })
  const compiled = new Map<string, ValidateFunction | undefined>()

  function validator(
    name: string,
    compile: () => ValidateFunction | undefined,
  ): ValidateFunction | undefined {
    if (!compiled.has(name)) compiled.set(name, compile())
    return compiled.get(name)
  }

  return {
    request: (match) =>
      validator(`> ${nameOf(match)}`, () => {
        const schema = requestSchema(document, match)
        return schema && requests.compile(schema)
      }),
    answer: (match, kind) =>
      validator(`< ${kind} ${nameOf(match)}`, () => {
        const schema = responseSchema(document, match, kind)
        return schema && answers.compile(schema)
      }),
  }
}

function checkerOf(description: Description): Checker {
  let violations: Violation[] = []

  function report(violation: Violation): void {
    if (violation.problems.length === 0) return
    violations = [...violations.slice(1 - capacity), violation]
  }

  return {
    checkRequest(match, params) {
      if (match.operation.isUndocumented) return
      const name = nameOf(match)
      const validate = description.request(match)
      const { key: _key, client_secret: _secret, ...rest } = params
      const copy = structuredClone(match.operation.isPublishable ? rest : params)
      const problems =
        validate === undefined ? ['The operation is not in the document.'] : problemsOf(validate, copy)
      report({ operation: name, direction: 'request', problems })
    },
    checkAnswer(match, answer, expand) {
      const name = nameOf(match)
      const kind = answer.status === 200 ? '200' : 'default'
      const validate = description.answer(match, kind)
      const body: unknown = JSON.parse(answer.body)
      if (validate === undefined) return
      const problems = [...problemsOf(validate, body), ...(kind === '200' ? unasked(body, expand) : [])]
      report({ operation: name, direction: 'answer', status: answer.status, problems })
    },
    violations: () => violations,
  }
}

function nameOf({ operation }: Match): string {
  return `${operation.method} ${operation.path}`
}

function unasked(body: unknown, expand: Json | undefined): string[] {
  const asked = Array.isArray(expand) ? expand.filter((path) => typeof path === 'string') : []
  return isObject(body) ? findUnasked(body, asked) : []
}

function problemsOf(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return []
  return (validate.errors ?? []).slice(0, 20).map(describe)
}

function describe(error: ErrorObject): string {
  return `${error.instancePath || '/'} ${error.message ?? error.keyword} ${JSON.stringify(error.params)}`
}
