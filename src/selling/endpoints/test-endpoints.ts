import { call, type TestApp, type TestSeller } from '#test-app.ts'
import { collectEvents } from '#selling/events/collect-events.ts'
import { createCalling } from './call-endpoint.ts'
import { endpointsContract, type Endpoint } from './contract.ts'
import { deliverDue } from './deliver.ts'
import { planDeliveries } from './plan-deliveries.ts'

/** Adds an endpoint that has repeated its challenge. Returns it with its secret. */
export async function addEndpoint(
  app: TestApp,
  seller: Pick<TestSeller, 'token'>,
  url: string,
  fields: object = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const created = await createEndpoint(app, seller, url, fields)
  await turnOnEndpoint(app, seller, created.id)
  return created
}

export async function createEndpoint(
  app: TestApp,
  { token }: Pick<TestSeller, 'token'>,
  url: string,
  fields: object = {},
): Promise<{ readonly id: string; readonly secret: string }> {
  const body = { name: 'Course', url, types: [], formIds: null, isThin: false, ...fields }
  const answer = await call(app, 'POST', '/api/endpoints', { token, body })
  const { endpoint, secret } = endpointsContract.createEndpoint.ok.schema.parse(answer.body)
  return { id: endpoint.id, secret }
}

export async function turnOnEndpoint(
  app: TestApp,
  { token }: Pick<TestSeller, 'token'>,
  id: string,
  body: object = {},
) {
  const answer = await call(app, 'POST', `/api/endpoints/${id}/on`, { token, body })
  return endpointsContract.turnOnEndpoint.ok.schema.parse(answer.body)
}

export async function endpointOf(
  app: TestApp,
  { token }: Pick<TestSeller, 'token'>,
  id: string,
): Promise<Endpoint> {
  const { body } = await call(app, 'GET', '/api/endpoints', { token })
  const { endpoints } = endpointsContract.listEndpoints.ok.schema.parse(body)
  const found = endpoints.find((one) => one.id === id)
  if (found === undefined) throw new Error(`There is no endpoint ${id}`)
  return found
}

export async function deliveriesOf(app: TestApp, { token }: Pick<TestSeller, 'token'>, id: string) {
  const { body } = await call(app, 'GET', `/api/endpoints/${id}/deliveries`, { token })
  return endpointsContract.listDeliveries.ok.schema.parse(body).data.toReversed()
}

/** Collects new events and plans their deliveries. */
export async function collectAndPlan({ services }: TestApp): Promise<number> {
  return collectEvents(services, (tx, events) => planDeliveries(tx, events, services.clock.now()))
}

type Delivery = { readonly stopping?: AbortSignal; readonly patience?: number }

/** Delivers due events until there are no more. Waits are not randomized. `patience` is in milliseconds. */
export async function deliverAll(
  { services }: TestApp,
  { stopping = new AbortController().signal, ...patience }: Delivery = {},
): Promise<void> {
  const calling = { ...createCalling(services), ...patience }
  while ((await deliverDue({ ...services, calling, random: () => 0 }, stopping)) > 0);
}

/** Collects and delivers. */
export async function sendAll(app: TestApp): Promise<void> {
  await collectAndPlan(app)
  await deliverAll(app)
}
