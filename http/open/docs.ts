import { readFile } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { openBase } from '#contract/open/call.ts'
import type { App } from '#http/server/app.ts'
import { docsPage } from './docs/page.ts'
import { openDocument } from './document.ts'

/** The page's content security policy: its own style, script and icon, and nothing from elsewhere. */
const policy =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const headers = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
}
const assets = { 'page.css': 'text/css; charset=utf-8', 'page.js': 'text/javascript; charset=utf-8', 'logo.svg': 'image/svg+xml' } as const

/** Maximum of cached pages, by address: a server has few names, and a caller can make up any. */
const maxKept = 8

/** Serves the OpenAPI document and the page of docs, with the address that the request used. */
export async function serveDocs(app: App): Promise<void> {
  const pages = new Map<string, string>()
  const pageFor = (address: string): string => {
    const page = pages.get(address) ?? docsPage(address)
    if (pages.size >= maxKept) pages.clear()
    pages.set(address, page)
    return page
  }
  app.get(`${openBase}/openapi.json`, async (request: FastifyRequest, reply: FastifyReply) =>
    reply.header('Access-Control-Allow-Origin', '*').send(openDocument(addressOf(request))),
  )
  app.get(`${openBase}/docs`, async (request: FastifyRequest, reply: FastifyReply) =>
    reply
      .headers(headers)
      .type('text/html; charset=utf-8')
      .send(pageFor(addressOf(request))),
  )
  for (const [name, type] of Object.entries(assets)) {
    const bytes = await readFile(path.join(import.meta.dirname, 'docs', name))
    app.get(`${openBase}/docs/${name}`, async (_: FastifyRequest, reply: FastifyReply) => reply.headers(headers).type(type).send(bytes))
  }
  for (const url of [openBase, `${openBase}/`, `${openBase}/docs/`])
    app.get(url, async (_: FastifyRequest, reply: FastifyReply) => reply.redirect(`${openBase}/docs`))
}

/** Address of this server as the caller wrote it; an invalid host name is not repeated. */
const addressOf = (request: FastifyRequest): string => {
  const isHost =
    /^(?:[\w-]+\.)*[\w-]+(?::\d{1,5})?$|^\[[\da-f:]+\](?::\d{1,5})?$/i.test(request.host) && URL.canParse(`http://${request.host}`)
  return `${request.protocol}://${isHost ? request.host : 'localhost'}`
}
