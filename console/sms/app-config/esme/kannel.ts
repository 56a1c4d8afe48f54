import { shellQuoted } from '../../app-manage/sample/facts.ts'
import { hostOf, type LoginFacts, passwordGap, portOf } from './protocol.ts'

/** A complete configuration for Kannel 1.4: the connection to us, and an HTTP interface for texts. */
export const kannelConfiguration = ({ address, loginName, password }: LoginFacts): string => `group = core
admin-port = 13000
admin-password = kannel-admin
smsbox-port = 13001
box-allow-ip = "127.0.0.1"
dlr-storage = internal

group = smsc
smsc = smpp
smsc-id = hongyan
host = ${hostOf(address)}
port = ${portOf(address)}
transceiver-mode = true
smsc-username = ${loginName}
smsc-password = ${password ?? passwordGap}
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

/** Starts Kannel with its configuration and sends a text. */
export const kannelCommands = (phone: string, text: string): string => `bearerbox kannel.conf &
sleep 2; smsbox kannel.conf &
sleep 2
curl -sS -G http://127.0.0.1:13013/cgi-bin/sendsms \\
  -d username=kannel -d password=kannel -d coding=2 -d charset=UTF-8 -d dlr-mask=31 \\
  -d from=10690000 -d to=${phone} \\
  --data-urlencode text=${shellQuoted(text)}
`
