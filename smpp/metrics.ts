import { counter, gauge } from '#metrics/registry.ts'

export const sessionCount = gauge('hongyan_smpp_sessions', "SMPP connections of customers' programs, bound or not")
export const deliveriesTotal = counter('hongyan_smpp_deliveries_total', 'Packets of deliver_sm by how they ended', ['outcome'])
