import { crc32, deflateRawSync } from 'node:zlib'

interface InvoiceFacts {
  invoiceNumber: string
  /** A day in China. */
  issuedOn: string
  buyerName: string
  buyerTaxNumber: string
  sellerTaxNumber: string
  netHao: number
  taxHao: number
  isSpecial: boolean
}

const yuan = (hao: number) => (hao / 10_000).toFixed(2)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** An invoice's data as the tax bureau's site provides it (root `EInvoice`), reduced to the meaningful parts. */
export const invoiceXml = (facts: InvoiceFacts): string => `<?xml version="1.0" encoding="UTF-8"?>
<EInvoice>
  <Header><EIid>${facts.invoiceNumber}</EIid><InherentLabel>
    <InIssuType><LabelCode>Y</LabelCode><LabelName>是否蓝字发票</LabelName></InIssuType>
    <GeneralOrSpecialVAT><LabelCode>${facts.isSpecial ? '01' : '02'}</LabelCode></GeneralOrSpecialVAT>
  </InherentLabel></Header>
  <EInvoiceData>
    <SellerInformation><SellerIdNum>${facts.sellerTaxNumber}</SellerIdNum><SellerName>鸿雁</SellerName></SellerInformation>
    <BuyerInformation><BuyerIdNum>${facts.buyerTaxNumber}</BuyerIdNum><BuyerName>${escaped(facts.buyerName)}</BuyerName></BuyerInformation>
    <BasicInformation>
      <TotalAmWithoutTax>${yuan(facts.netHao)}</TotalAmWithoutTax><TotalTaxAm>${yuan(facts.taxHao)}</TotalTaxAm>
      <TotalTax-includedAmount>${yuan(facts.netHao + facts.taxHao)}</TotalTax-includedAmount>
      <RequestTime>${facts.issuedOn} 10:00:00</RequestTime>
    </BasicInformation>
    <IssuItemInformation><ItemName>*基础电信服务*短信服务费</ItemName><TotaltaxIncludedAmount>0.01</TotaltaxIncludedAmount></IssuItemInformation>
  </EInvoiceData>
  <TaxSupervisionInfo><InvoiceNumber>${facts.invoiceNumber}</InvoiceNumber><IssueTime>${facts.issuedOn}</IssueTime></TaxSupervisionInfo>
</EInvoice>
`

/** An OFD package (a ZIP) of these files. */
export function ofdOf(files: Record<string, string>): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [nameBytes, bytes] = [Buffer.from(name), Buffer.from(text)]
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(0x800, 2)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, nameBytes, packed])
    const end = Buffer.alloc(14)
    end.writeUInt32LE(offset, 10)
    entries.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, end, nameBytes]))
    parts.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(entries)
  const tail = Buffer.alloc(22)
  tail.writeUInt32LE(0x06054b50, 0)
  tail.writeUInt16LE(entries.length, 8)
  tail.writeUInt16LE(entries.length, 10)
  tail.writeUInt32LE(directory.length, 12)
  tail.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, directory, tail])
}
