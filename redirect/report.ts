import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { networkOf } from '#domain/platform/index.ts'
import type { NewReport } from '#domain/visits/index.ts'
import { FixedWindowLimiter } from '#values/limiter.ts'
import { type ReportKind, reportContactCharacters, reportKinds, reportWordsCharacters } from '#values/report-kind.ts'
import { readForm } from './body.ts'
import { sendHtml, sendPage } from './pages.ts'
import { codeOf, splitTarget } from './path.ts'
import { manyReportsPage, type ReportForm, type ReportProblem, reportedPage, reportPage } from './report-page.ts'

export interface ReportOptions {
  /** The customer domain of a host; empty for the platform's. */
  domainOf: (host: string | undefined) => string
  addressOf: (request: IncomingMessage) => string
  /** Saves a report; false when the link does not exist. Rejects while the database is unavailable. */
  take: (report: NewReport) => Promise<boolean>
  now: () => Date
  logger: Logger
}

const hourMs = 3_600_000
/** Reports from one address within an hour. */
const maxReports = 5
const maxBytes = 8_192

/** 举报: intake of reports about short links, from people who received one. */
export class ReportIntake {
  readonly #options: ReportOptions
  readonly #budget = new FixedWindowLimiter({ most: maxReports, windowMs: hourMs })

  constructor(options: ReportOptions) {
    this.#options = options
  }

  readonly answer = (request: IncomingMessage, response: ServerResponse): void => {
    if (request.method !== 'POST') {
      const link = new URLSearchParams(splitTarget(request.url ?? '').query).get('code') ?? ''
      sendHtml(response, 200, reportPage({ link: link.slice(0, 200), kind: '', words: '', contact: '' }))
      return
    }
    this.#take(request, response).catch(error => {
      this.#options.logger.error({ err: error }, 'a report could not be answered')
      if (response.headersSent) response.destroy()
      else sendPage(response, 'away')
    })
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { addressOf, now, take, logger } = this.#options
    const fields = await readForm(request, maxBytes)
    if (fields === null) return sendPage(response, 'large')
    const form = formOf(fields)
    const problem = problemOf(form)
    if (problem) return sendHtml(response, 422, reportPage(form, problem))
    // Only bots fill in the hidden field: they get the usual thanks.
    if (fields.get('website')) return sendHtml(response, 200, reportedPage)
    const address = addressOf(request)
    const guesser = networkOf(address)
    const nowMs = now().getTime()
    if (this.#budget.isSpent(guesser, nowMs)) return sendHtml(response, 429, manyReportsPage)
    this.#budget.spend(guesser, nowMs)
    const { kind, words, contact } = form
    const named = this.#linkOf(form.link, request.headers.host)
    let isTaken: boolean
    try {
      isTaken = named !== null && (await take({ ...named, kind: kind as ReportKind, words, contact, address, now: now() }))
    } catch (error) {
      logger.warn({ err: error, link: form.link }, 'a report could not be kept')
      this.#budget.giveBack(guesser)
      response.setHeader('retry-after', '30')
      return sendHtml(response, 503, reportPage(form, 'away'))
    }
    if (isTaken) sendHtml(response, 200, reportedPage)
    else sendHtml(response, 422, reportPage(form, 'link_unknown'))
  }

  /** The link in a text: a whole address, or a code of the form's own domain. */
  #linkOf(text: string, host: string | undefined): { domain: string; code: string } | null {
    const [, given, path = ''] = /^(?:https?:\/\/)?([^/\s]+)(\/\S+)$/i.exec(text) ?? [null, host, `/${text}`]
    const code = codeOf(splitTarget(path).path)
    return code === null ? null : { domain: this.#options.domainOf(given), code }
  }
}

const formOf = (fields: URLSearchParams): ReportForm => {
  const text = (name: string) => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim()
  return { link: text('link'), kind: text('kind'), words: text('words'), contact: text('contact') }
}

function problemOf({ link, kind, words, contact }: ReportForm): ReportProblem | null {
  if (link === '') return 'link_empty'
  if (!Object.hasOwn(reportKinds, kind)) return 'kind_empty'
  if (words.length > reportWordsCharacters) return 'words_long'
  return contact.length > reportContactCharacters ? 'contact_long' : null
}
