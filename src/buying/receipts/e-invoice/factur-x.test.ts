import { inflateSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { order } from '#buying/upsells/test-offers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { fetchInvoice, invoicePathOf, textOf } from '../invoice/test-invoices.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const body = {
    name: 'Studio & Söhne',
    addressLine1: 'Invalidenstraße 1',
    city: 'Berlin',
    country: 'DE',
    taxNumber: 'DE 123 456 789',
  }
  await call(app, 'PATCH', '/api/seller/invoice-details', { token: seller.token, body })
})
afterAll(async () => app.close())

type Bought = { readonly purchaseId: string; readonly secret: string }

/** The form on the page sends every field. */
const nothing = { addressLine1: '', addressLine2: '', postalCode: '', city: '', taxNumber: '' }

const give = ({ purchaseId, secret }: Bought, fields: Readonly<Record<string, string>>) =>
  fetch(`${app.url}/purchases/${purchaseId}/invoice-details?key=${secret}`, {
    method: 'POST',
    body: new URLSearchParams({ ...nothing, ...fields }),
    redirect: 'manual',
  })
const xmlOf = ({ purchaseId, secret }: Bought) =>
  fetch(`${app.url}/purchases/${purchaseId}/invoice.xml?key=${secret}`)

/** The streams in the PDF as text, decompressed if necessary. */
function streamsOf(bytes: Uint8Array): string[] {
  const pdf = Buffer.from(bytes)
  const streams: string[] = []
  for (let at = pdf.indexOf('stream\n'); at !== -1; at = pdf.indexOf('stream\n', at + 1)) {
    const content = pdf.subarray(at + 7, pdf.indexOf('endstream', at))
    try {
      streams.push(inflateSync(content).toString())
    } catch {
      streams.push(content.toString())
    }
  }
  return streams
}

test('a company’s invoice is a PDF/A-3 that contains its data, which can also be downloaded as XML', async () => {
  const bought = await order(app, await createTestForm(app, seller))
  await give(bought, { name: 'Kunde <GmbH>', city: 'Wien', country: 'AT', taxNumber: 'ATU12345678' })
  const { bytes } = await fetchInvoice(app, invoicePathOf(bought))
  const pdf = await getDocument({ data: bytes.slice(), verbosity: 0 }).promise
  const attachments = z.map(z.string(), z.unknown()).parse(await pdf.getAttachments())
  const metadata = streamsOf(bytes).find((stream) => stream.includes('<rdf:RDF')) ?? ''
  await pdf.loadingTask.destroy()
  const raw = Buffer.from(bytes).toString('latin1')
  const xml = await xmlOf(bought)

  expect([...attachments.keys()]).toEqual(['factur-x.xml'])
  expect(raw).toMatch(/^%PDF-1\.7/)
  expect(raw).toMatch(/\/AFRelationship \/Alternative/)
  expect(raw).toMatch(/\/AF \[/)
  expect(raw).toMatch(/\/OutputIntents \[/)
  expect(raw).not.toContain('/Encrypt')
  expect(streamsOf(bytes).find((stream) => stream.includes('rsm:CrossIndustryInvoice'))).toContain(
    '<ram:Name>Kunde &lt;GmbH&gt;</ram:Name>',
  )
  for (const said of [
    '<pdfaid:part>3</pdfaid:part>',
    '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
    '<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>',
  ])
    expect(metadata).toContain(said)
  expect(metadata).not.toMatch(/&(?!\w+;)/)
  expect((await textOf(bytes)).text).toContain('Studio & Söhne')
  expect([xml.status, xml.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8'])
  expect(await xml.text()).toMatch(/^<\?xml .*<cbc:CompanyID>ATU12345678<\/cbc:CompanyID>/s)
})

test('a private buyer’s invoice is a plain PDF, because it lacks details about the buyer', async () => {
  const bought = await order(app, await createTestForm(app, seller))
  const { bytes } = await fetchInvoice(app, invoicePathOf(bought))
  const raw = Buffer.from(bytes).toString('latin1')

  expect(raw).not.toContain('factur-x')
  expect(raw).not.toContain('/OutputIntents')
  expect((await xmlOf(bought)).status).toBe(404)
})
