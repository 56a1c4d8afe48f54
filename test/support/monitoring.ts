import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { monitoredPrograms } from '#bin/settings/config.ts'

/** Lets each program answer monitoring on a free port. */
export const freeMonitoringPorts: Record<string, string> = Object.fromEntries(
  monitoredPrograms.map(name => [`${name.toUpperCase()}_MONITORING_PORT`, '0']),
)

export const deployFolder = path.join(import.meta.dirname, '../../deploy')
const dashboard = z.looseObject({
  panels: z.array(z.looseObject({ title: z.string(), targets: z.array(z.looseObject({ expr: z.string() })).optional() })),
})

/** The queries of the dashboard, each under the title of its panel. */
export const readDashboard = (): { title: string; query: string }[] =>
  dashboard
    .parse(JSON.parse(readFileSync(path.join(deployFolder, 'grafana/hongyan.json'), 'utf8')))
    .panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, query: expr })))

/** The alert rules: name, query, and the heading of the page of incidents that each names. */
export function readAlerts(): { alert: string; query: string; heading: string }[] {
  const text = readFileSync(path.join(deployFolder, 'prometheus/alerts.yml'), 'utf8')
  return text
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map(rule => ({
      alert: /^\w+/.exec(rule)?.[0] ?? '',
      query: /expr:(.*?)\n {8}(?:for|labels):/s.exec(rule)?.[1] ?? '',
      heading: /page: docs\/operating\/incidents\.md#(\w+)/.exec(rule)?.[1] ?? '',
    }))
}

/** Names of the metrics that a query reads, without the suffixes of a histogram. */
export const metricsOf = (query: string): string[] =>
  [...query.matchAll(/\b(?:hongyan|process|nodejs)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''))
