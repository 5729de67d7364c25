import type { Pdf } from '#foundation/pdf/open-document.ts'
import type { EInvoice } from './e-invoice.ts'
import { writeCii } from './write-cii.ts'

/** The file name that programs look for in Factur-X 1.0, ZUGFeRD 2.1 and later. */
const fileName = 'factur-x.xml'

/**
 * Turns a PDF/A-3 into a Factur-X invoice with the profile EN 16931: the data is attached as a file and
 * announced in the PDF's metadata.
 */
export function attachData(pdf: Pdf, invoice: EInvoice): void {
  // The library's types do not contain this property.
  const described = {
    name: fileName,
    type: 'text/xml',
    relationship: 'Alternative',
    description: 'Factur-X',
    modifiedDate: new Date(invoice.issuedOn),
  }
  pdf.file(Buffer.from(writeCii(invoice)), described)
  pdf.appendXML(metadata)
}

const properties = ['DocumentFileName', 'DocumentType', 'Version', 'ConformanceLevel']

/** PDF/A requires a description of custom metadata. Both are as Factur-X 1.0 specifies them. */
const metadata = `
  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
      xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
    <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>fx</pdfaSchema:prefix>
      <pdfaSchema:property><rdf:Seq>${properties
        .map(
          (name) => `<rdf:li rdf:parseType="Resource">
        <pdfaProperty:name>${name}</pdfaProperty:name>
        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
        <pdfaProperty:category>external</pdfaProperty:category>
        <pdfaProperty:description>${name} of the invoice data</pdfaProperty:description>
      </rdf:li>`,
        )
        .join('')}</rdf:Seq></pdfaSchema:property>
    </rdf:li></rdf:Bag></pdfaExtension:schemas>
  </rdf:Description>
  <rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
    <fx:DocumentType>INVOICE</fx:DocumentType>
    <fx:DocumentFileName>${fileName}</fx:DocumentFileName>
    <fx:Version>1.0</fx:Version>
    <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
  </rdf:Description>`
