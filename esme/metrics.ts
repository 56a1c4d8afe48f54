import { counter, gauge } from '#metrics/registry.ts'

export const sessionCount = gauge('hongyan_esme_sessions', "Connections of customers' programs by protocol, logged in or not", ['protocol'])
export const deliveriesTotal = counter('hongyan_esme_deliveries_total', 'Packets of reports and inbound messages by how they ended', [
  'protocol',
  'outcome',
])
