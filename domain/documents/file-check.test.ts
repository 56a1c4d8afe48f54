import { once } from 'node:events'
import { crc32, deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { PrivateFilePurpose } from '#contract/account/private-file.ts'
import { Refusal } from '#contract/refusals.ts'
import { pictureOf } from '#test/support/picture.ts'
import { checkFile } from './file-check.ts'

async function refusalOf(bytes: Buffer, purpose: PrivateFilePurpose = 'attestation'): Promise<string> {
  try {
    return `kept as ${(await checkFile(purpose, bytes)).kind}`
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

/** A PNG with an arbitrary size in its header. */
function pngOf(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer) => {
    const head = Buffer.alloc(4)
    head.writeUInt32BE(body.length)
    const named = Buffer.concat([Buffer.from(type), body])
    const check = Buffer.alloc(4)
    check.writeUInt32BE(crc32(named))
    return Buffer.concat([head, named, check])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

const pdfOf = (body: string | Buffer) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(body), Buffer.from('\ntrailer << /Root 1 0 R >>\n%%EOF\n')])
const packed = (objects: string, head = '/Type /ObjStm /Filter /FlateDecode') =>
  Buffer.concat([Buffer.from(`4 0 obj << ${head} >>\nstream\n`), deflateSync(Buffer.from(objects)), Buffer.from('\nendstream endobj')])

test('photograph: loses location, camera data and appended bytes, and is rotated upright', async () => {
  const plain = await pictureOf(['营业执照'], { width: 800, height: 400 })
  const withFacts = await sharp(plain)
    .withExif({ IFD0: { Make: 'SECRETCAM' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '30/1 15/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(withFacts).metadata()).exif).toBeDefined()
  const kept = await checkFile('attestation', Buffer.concat([withFacts, Buffer.from('<html><script>alert(1)</script>PK\x03\x04')]))
  expect(kept).toMatchObject({ kind: 'jpg', width: 400, height: 800 })
  const facts = await sharp(kept.bytes).metadata()
  expect([facts.exif, facts.orientation, facts.icc, facts.xmp]).toEqual([undefined, undefined, undefined, undefined])
  for (const hidden of ['SECRETCAM', '<script>', 'PK\x03\x04']) expect(kept.bytes.includes(hidden), hidden).toBe(false)
})

test('PNG stays PNG; a large picture is reduced to the largest readable size', async () => {
  const kept = await checkFile('attestation', await pictureOf(['身份证'], { kind: 'png', width: 6000, height: 3000 }))
  expect(kept).toMatchObject({ kind: 'png', width: 4096, height: 2048 })
})

test('decompression bomb: refused by its header, before anything is decompressed', async () => {
  const bomb = pngOf(30_000, 30_000, deflateSync(Buffer.alloc(1_000_000)))
  expect(bomb.length).toBeLessThan(5_000)
  expect(await refusalOf(bomb)).toBe('picture_too_large')
  expect(await refusalOf(pngOf(1_000_000, 10, Buffer.alloc(10)))).toBe('picture_too_large')
  expect(await refusalOf(await pictureOf([], { width: 150, height: 800 }))).toBe('picture_too_small')
})

test('other files are no pictures whatever their name; damaged pictures are refused', async () => {
  const picture = await pictureOf(['营业执照'])
  const torn = Buffer.concat([picture.subarray(0, picture.length >> 1)])
  const others: Record<string, Buffer> = {
    html: Buffer.from('<html><script>alert(1)</script></html>'),
    svg: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    gif: await sharp(picture).gif().toBuffer(),
    webp: await sharp(picture).webp().toBuffer(),
    zip: Buffer.from('504b030414000000', 'hex'),
    program: Buffer.from('4d5a90000300', 'hex'),
  }
  for (const [name, bytes] of Object.entries(others)) expect([name, await refusalOf(bytes)]).toEqual([name, 'private_file_kind'])
  expect(await refusalOf(torn)).toBe('file_damaged')
  expect(await refusalOf(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('%PDF-1.7 not a picture %%EOF')]))).toBe(
    'file_damaged',
  )
  expect(await refusalOf(Buffer.alloc(0))).toBe('file_empty')
  expect(await refusalOf(Buffer.concat([picture, Buffer.alloc(10 * 1024 * 1024)]))).toBe('private_file_too_large')
})

test('document with actions, encryption, attachments or appended bytes: refused', async () => {
  expect(await refusalOf(pdfOf('1 0 obj << /Type /Catalog /OpenAction [3 0 R /Fit] >> endobj'))).toBe('kept as pdf')
  const active = {
    script: '<< /S /JavaScript /JS (app.alert(1)) >>',
    'escaped script': '<< /S /J#61vaScr#69pt /JS (app.alert(1)) >>',
    program: '<< /S /Launch /F (cmd.exe) >>',
    form: '<< /S /SubmitForm /F (http://x) >>',
    'dynamic form': '<< /AcroForm << /XFA [1 0 R] >> >>',
    lock: '/Encrypt 5 0 R',
    files: '<< /Type /EmbeddedFile >>',
    'script before a comment': '<< /S /JavaScript%x\n/JS (app.alert(1)) >>',
    'script before a NUL': '<< /S /JavaScript\0/JS (app.alert(1)) >>',
    'files before a comment': '<< /Type /EmbeddedFile% >>',
    'other file': '<< /S /GoToR /F (//evil.example/share/a.pdf) >>',
    video: '<< /S /Rendition /OP 0 >>',
    'address at opening': '<< /OpenAction << /S /URI /URI (http://evil.example) >> >>',
    'address at opening, as an object': '<< /OpenAction 7 0 R >> endobj 7 0 obj << /S /URI /URI (http://evil.example) >> endobj',
    'address at a page': '<< /AA << /O << /S /URI /URI (http://evil.example) >> >> >>',
    'other content behind': '%%EOF\n<html><script>alert(1)</script>',
  }
  for (const [name, body] of Object.entries(active)) {
    const bytes = name === 'other content behind' ? Buffer.from(`%PDF-1.7\n${body}`) : pdfOf(body)
    expect([name, await refusalOf(bytes)]).toEqual([name, 'document_active'])
  }
  expect(await refusalOf(pdfOf(packed('1 0 << /S /JavaScript /JS 2 0 R >>')))).toBe('document_active')
  expect(await refusalOf(pdfOf(packed('1 0 << /Type /Page >>')))).toBe('kept as pdf')
  expect(await refusalOf(pdfOf(packed('1 0 << /S /URI /URI (x) >>')))).toBe('kept as pdf')
  const openAction = Buffer.concat([Buffer.from('<< /OpenAction 9 0 R >>\n'), packed('8 0 9 12 << /A 1 >> << /S /URI /URI (x) >>')])
  expect(await refusalOf(pdfOf(openAction))).toBe('document_active')
  expect(await refusalOf(pdfOf(packed(' '.repeat(100_000_000))))).toBe('document_active')
})

test('PDF objects: found in any stream, and refused in streams with several filters', async () => {
  const script = '1 0 << /S /JavaScript /JS 2 0 R >>'
  for (const head of ['/Type /Obj#53tm', '/Type%\n/ObjStm', '/Subtype /Image', '']) {
    const bytes = pdfOf(packed(script, `${head} /N 1 /First 4 /Filter /FlateDecode`))
    expect([head, await refusalOf(bytes)]).toEqual([head, 'document_active'])
  }
  for (const filter of [
    '[/ASCIIHexDecode /FlateDecode]',
    '/LZW#44ecode',
    '[/FlateDecode /FlateDecode]',
    '/FlateDecode /DecodeParms << /Predictor 12 >>',
  ]) {
    const bytes = pdfOf(packed('1 0 << >>', `/Type /ObjStm /N 1 /First 4 /Filter ${filter}`))
    expect([filter, await refusalOf(bytes)]).toEqual([filter, 'document_active'])
  }
  const pixels = `\x02${'\xff'.repeat(50_000)}`
  expect(await refusalOf(pdfOf(packed(pixels, '/Subtype /Image /Filter [/FlateDecode] /DecodeParms << /Predictor 15 >>')))).toBe(
    'kept as pdf',
  )
})

test('documents from our own and other programs pass', async () => {
  const made = new PDFDocument({ compress: true })
  const chunks: Buffer[] = []
  made.on('data', (chunk: Buffer) => chunks.push(chunk))
  made.text('Hongyan', { link: 'https://hongyan.example' })
  made.outline.addItem('One')
  made.end()
  await once(made, 'end')
  expect(await refusalOf(Buffer.concat(chunks))).toBe('kept as pdf')
})

test('invoices: may have attachments and be XML; XML must not have a document type', async () => {
  expect(await refusalOf(pdfOf('<< /Type /EmbeddedFile >>'), 'invoice')).toBe('kept as pdf')
  expect(await refusalOf(Buffer.from('﻿<?xml version="1.0"?><EInvoice/>'), 'invoice')).toBe('kept as xml')
  expect(await refusalOf(Buffer.from('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), 'invoice')).toBe('document_active')
  expect(await refusalOf(Buffer.from('<?xml version="1.0"?><EInvoice/>'))).toBe('private_file_kind')
})
