import Fastify from 'fastify'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { lookUpNumber } from './check-number.ts'

const register = Fastify()
/** Responds to the requests that wait for it. */
let release = () => {}
let app: TestApp
let vatRegisterUrl: string

beforeAll(async () => {
  app = await startTestApp()
  register.get('/ms/AT/vat/:number', (request, reply) => {
    register.server.emit('asked')
    const respond = () => {
      release = () => {}
      void reply.send({ isValid: true, userError: 'VALID', name: 'Novak GmbH', requestIdentifier: 'WAPI1' })
    }
    if (request.url.includes('U9')) release = respond
    else respond()
  })
  vatRegisterUrl = await register.listen({ port: 0 })
})
afterAll(async () => {
  await register.close()
  await app.close()
})

// Proves register-turns.
test('one network’s slow requests do not keep others from a country’s register', async () => {
  const services = { ...app.services, config: { ...app.services.config, vatRegisterUrl } }
  const ask = async (number: string, network: string) => {
    const requester = { country: 'DE', number: '123456788' }
    return (await lookUpNumber(services, { country: 'AT', number }, requester, network)).status
  }
  const asked = once(register.server, 'asked')
  const slow = ask('U90000001', '203.0.113.1')
  await asked
  const others = [2, 3, 4].map((last) => ask(`U9000000${last}`, `203.0.113.${last}`))
  const honest = ask('U12345678', '198.51.100.7')
  // From the same neighborhood, one more request can wait. The others are not sent to the register, and nothing is
  // recorded for them.
  expect(await Promise.all(others.slice(1))).toEqual(['unavailable', 'unavailable'])
  const releasing = setInterval(() => release(), 10)

  expect(await slow).toBe('verified')
  expect(await honest).toBe('verified')
  expect(await others[0]).toBe('verified')
  clearInterval(releasing)
  expect(await ask('U90000002', '198.51.100.7')).toBe('verified')
  const rows = await services.db.selectFrom('vatChecks').select('number').orderBy('number').execute()
  expect(rows.map(({ number }) => number)).toEqual(['ATU12345678', 'ATU90000001', 'ATU90000002'])
})
