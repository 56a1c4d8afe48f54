import type { AppSample } from '#contract/apps/app.ts'
import { shellQuoted } from '../../app-manage/sample/facts.ts'

/** Configuration of an SMPP program. `password` null: the reader fills it in. */
export interface SmppFacts {
  /** `host:port`. */
  address: string
  systemId: string
  password: string | null
}

/** A complete configuration for Kannel 1.4: the connection to us, and an HTTP interface for texts. */
export const kannelConfiguration = ({ address, systemId, password }: SmppFacts): string => `group = core
admin-port = 13000
admin-password = kannel-admin
smsbox-port = 13001
box-allow-ip = "127.0.0.1"
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = hongyan
host = ${address.slice(0, address.lastIndexOf(':'))}
port = ${address.slice(address.lastIndexOf(':') + 1)}
transceiver-mode = true
smsc-username = ${systemId}
smsc-password = ${password ?? '在此填写密码'}
system-type = ""

group = smsbox
bearerbox-host = 127.0.0.1
sendsms-port = 13013

group = sendsms-user
username = kannel
password = kannel
max-messages = 10
concatenation = true

group = sms-service
keyword = default
catch-all = true
max-messages = 0
text = ""
`

/** A sample text that may be sent unchanged: the app's own signature and template, filled in. Null: it has none yet. */
export function sampleText({ signature, template }: AppSample): string | null {
  if (signature === null || template === null) return null
  const values = new Map(template.parameters.map(({ name, value }) => [name, value]))
  return `【${signature}】${template.text.replace(/\$\{([^{}]*)\}/g, (_, name: string) => values.get(name) ?? '')}`
}

/** Starts Kannel with its configuration and sends a text. */
export const kannelCommands = (phone: string, text: string): string => `bearerbox kannel.conf &
sleep 2; smsbox kannel.conf &
sleep 2
curl -sS -G http://127.0.0.1:13013/cgi-bin/sendsms \\
  -d username=kannel -d password=kannel -d coding=2 -d charset=UTF-8 -d dlr-mask=31 \\
  -d from=10690000 -d to=${phone} \\
  --data-urlencode text=${shellQuoted(text)}
`
