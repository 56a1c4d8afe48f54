import { App, Button, Radio } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { linkListCalls } from '#contract/links/link-list.ts'
import { send } from '#ui/call.ts'
import { csvText, saveFile } from '#ui/csv-file.ts'
import { thousands } from '#ui/display/Count.tsx'
import { ProgressBar } from '#ui/display/ProgressBar.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { type ZipFile, zipOf } from '#ui/zip.ts'
import { toError } from '#values/error.ts'
import { limits } from '#values/limits.ts'
import { itemOrThrow } from '#values/or-throw.ts'
import { firstColour, QrSize, Swatches } from '../ui/QrLook.tsx'
import { qrPng, qrSvg } from '../ui/qr-code.ts'
import type { LinkRow, WireFilter } from './links.ts'

/** Ticked links, or all that match a filter. */
export type QrTarget = { rows: LinkRow[] } | { filter: WireFilter; count: number }
type Kind = 'png' | 'svg'

/** QR codes of many links in one ZIP file, drawn in the browser, with a table of their names and addresses. */
export function QrZipDialog({ target, onClose }: { target: QrTarget; onClose: () => void }) {
  const { message } = App.useApp()
  const [kind, setKind] = useState<Kind>('png')
  const [colour, setColour] = useState<string>(firstColour)
  const [size, setSize] = useState(600)
  const [doneCount, setDone] = useState<number | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const stopping = useRef(new AbortController())
  useEffect(() => () => stopping.current.abort(), [])
  const count = 'rows' in target ? target.rows.length : target.count
  const isTooMany = count > limits.linkQrCodes
  const start = async () => {
    setDone(0)
    setError(null)
    const { signal } = stopping.current
    try {
      const links = 'rows' in target ? target.rows : await linksOf(target.filter, signal)
      saveFile(await archiveOf(links, { kind, colour, size, signal, onDone: setDone }), `短链二维码-${links.length}个.zip`)
      void message.success(`已下载 ${thousands(links.length)} 个二维码`)
      onClose()
    } catch (problem) {
      if (signal.aborted) return
      setError(toError(problem))
      setDone(null)
    }
  }
  return (
    <Dialog
      open
      title={`下载 ${thousands(count)} 个短链的二维码`}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{doneCount === null ? '返回' : '停止'}</Button>
          <Button type="primary" loading={doneCount !== null} disabled={isTooMany} onClick={() => void start()}>
            下载 ZIP
          </Button>
        </>
      }
    >
      <Field label="格式" isGroup hint="一个短链一个文件，另有一张表列出文件名、短链接、标题和目标网址。">
        {() => (
          <Radio.Group
            value={kind}
            options={[
              { value: 'png', label: 'PNG' },
              { value: 'svg', label: 'SVG（印刷用，任意放大）' },
            ]}
            onChange={event => setKind(event.target.value === 'svg' ? 'svg' : 'png')}
          />
        )}
      </Field>
      <Swatches value={colour} onChange={setColour} />
      {kind === 'png' ? <QrSize value={size} onChange={setSize} /> : null}
      {isTooMany ? (
        <FormRefusal error={{ message: `一次最多下载 ${thousands(limits.linkQrCodes)} 个二维码，请用筛选分几次下载。` }} />
      ) : null}
      {doneCount === null ? null : (
        <ProgressBar label="二维码" share={doneCount / count} note={`已生成 ${thousands(doneCount)} / ${thousands(count)}`} action={null} />
      )}
      <FormRefusal error={error} />
    </Dialog>
  )
}

async function linksOf(filter: WireFilter, signal: AbortSignal): Promise<LinkRow[]> {
  const rows: LinkRow[] = []
  let cursor: string | undefined
  do {
    const page = await send(linkListCalls.list, { ...filter, cursor, pageSize: limits.pageRows }, { signal })
    rows.push(...page.rows)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined && rows.length < limits.linkQrCodes)
  return rows
}

interface Drawing {
  kind: Kind
  colour: string
  size: number
  signal: AbortSignal
  onDone: (count: number) => void
}

/** How often the progress is shown, and the browser may do other things. */
const shownEvery = 20

async function archiveOf(links: readonly LinkRow[], { kind, colour, size, signal, onDone }: Drawing): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const look = { colour, size }
  const files: ZipFile[] = []
  for (const [index, { shortUrl, code }] of links.entries()) {
    // Codes that differ in case alone would be one file on Windows: the number tells them apart.
    const name = `${String(index + 1).padStart(String(links.length).length, '0')}-${code}.${kind}`
    const bytes = kind === 'svg' ? new TextEncoder().encode(qrSvg(shortUrl, look)) : await bytesOf(await qrPng(canvas, shortUrl, look))
    files.push({ name, bytes })
    if (index % shownEvery === 0) {
      onDone(index + 1)
      await new Promise(resolve => setTimeout(resolve))
      signal.throwIfAborted()
    }
  }
  const table = links.map((link, index) => [itemOrThrow(files, index).name, link.shortUrl, link.title, link.target])
  const csv = csvText([['文件名', '短链接', '标题', '目标网址'], ...table])
  return zipOf([{ name: '短链清单.csv', bytes: new TextEncoder().encode(csv) }, ...files])
}

const bytesOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer())
