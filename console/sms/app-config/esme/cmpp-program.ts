import { cmppAccessNumberOf } from '#contract/apps/esme.ts'
import { quoted } from '../../app-manage/sample/facts.ts'
import { hostOf, type LoginFacts, passwordGap, portOf } from './protocol.ts'

/** A Python program without libraries that sends a text by CMPP 3.0 and waits for its report. */
export const cmppProgram = ({ address, loginName, password }: LoginFacts, phone: string, text: string): string => `import hashlib
import socket
import struct
import time

HOST, PORT = '${hostOf(address)}', ${portOf(address)}
ACCOUNT, PASSWORD, ACCESS_NUMBER = '${loginName}', ${quoted(password ?? passwordGap)}, '${cmppAccessNumberOf(loginName)}'
PHONE, TEXT = '${phone}', ${quoted(text)}

sock = socket.create_connection((HOST, PORT), 30)
sequence = 0


def send(command, body=b'', number=None):
    global sequence
    if number is None:
        sequence += 1
        number = sequence
    sock.sendall(struct.pack('>III', 12 + len(body), command, number) + body)


def read(count):
    data = b''
    while len(data) < count:
        piece = sock.recv(count - len(data))
        if not piece:
            raise SystemExit('连接已断开')
        data += piece
    return data


def receive():
    length, command, number = struct.unpack('>III', read(12))
    return command, number, read(length - 12)


def field(text, size):
    return text.encode().ljust(size, b'\\0')


stamp = time.strftime('%m%d%H%M%S', time.gmtime(time.time() + 8 * 3600))
proof = hashlib.md5(ACCOUNT.encode() + bytes(9) + PASSWORD.encode() + stamp.encode()).digest()
send(0x00000001, field(ACCOUNT, 6) + proof + b'\\x30' + struct.pack('>I', int(stamp)))
status = struct.unpack('>I', receive()[2][:4])[0]
if status:
    raise SystemExit(f'登录被拒绝：{status}')

content = TEXT.encode('utf-16-be')
pieces = [content] if len(content) <= 140 else [content[at:at + 134] for at in range(0, len(content), 134)]
total = len(pieces)
for place, piece in enumerate(pieces, 1):
    header = bytes([5, 0, 3, 1, total, place]) if total > 1 else b''
    send(0x00000004, bytes(8) + bytes([total, place, 1, 0]) + field('', 10) + b'\\x02' + field('', 33)
         + bytes([0, 1 if header else 0, 8]) + field(ACCOUNT, 6) + field('01', 2) + field('000000', 6) + field('', 34)
         + field(ACCESS_NUMBER, 21) + b'\\x01' + field(PHONE, 32) + b'\\0'
         + bytes([len(header) + len(piece)]) + header + piece + field('', 20))

reported = 0
while reported < total:
    command, number, body = receive()
    if command == 0x80000004:
        message_id, result = struct.unpack('>QI', body)
        if result:
            raise SystemExit(f'提交被拒绝：{result}')
        print(f'短信编号：{message_id}')
    elif command == 0x00000005:
        send(0x80000005, body[:8] + bytes(4), number)
        if body[75]:
            message_id, state = struct.unpack('>Q7s', body[77:92])
            print(f'状态报告：{message_id} {state.decode()}')
            reported += 1
    elif command == 0x00000008:
        send(0x80000008, b'\\0', number)
send(0x00000002)
`
