import { expect, test } from 'vitest'
import { webhookDeliverer } from '../../functions/outbound/deliver.ts'
import { parseTargets } from '../../functions/outbound/targets.ts'
import type { WebhookTargets } from '../../functions/ports.ts'
import { openService } from '../kit/compose.ts'
import { openClient, TIMED, testPorts } from '../kit/service.ts'

function targets(list: string): WebhookTargets {
  const parsed = parseTargets(list)
  if (!parsed.ok) throw new Error(parsed.error.message)
  return parsed.value
}

const allowed = (list: string, ...hosts: string[]) =>
  hosts.filter((host) => targets(list).allows(`https://${host}/hook`))

test('a name is that name and no other, a starred one all below it', () => {
  const hosts = [
    'hooks.example.org',
    'a.hooks.example.org',
    'example.org',
    'hooks.example.org.evil.test',
    'HOOKS.example.org.',
  ]
  expect(allowed('hooks.example.org', ...hosts)).toEqual(['hooks.example.org', 'HOOKS.example.org.'])
  expect(allowed('*.example.org', ...hosts)).toEqual([
    'hooks.example.org',
    'a.hooks.example.org',
    'HOOKS.example.org.',
  ])
})

test('an address or a block is what the address says, in whatever dress, and no name that leads there', () => {
  expect(allowed('192.168.5.0/24', '192.168.5.9', '192.168.6.9', '0xc0a80509', 'hall.example')).toEqual([
    '192.168.5.9',
    '0xc0a80509',
  ])
  expect(allowed('10.0.0.7', '10.0.0.7', '10.0.0.8', '[::ffff:10.0.0.7]')).toEqual(['10.0.0.7'])
  expect(allowed('fd00::/8', '[fd12::1]', '[fe80::1]', '127.0.0.1')).toEqual(['[fd12::1]'])
})

test('“public” is the internet without what lies inside, “none” is nowhere', () => {
  expect(allowed('public', 'example.org', '8.8.8.8', '169.254.169.254', '[::1]')).toEqual([
    'example.org',
    '8.8.8.8',
  ])
  expect(targets('public').publicOnly).toBe(true)
  expect(allowed('public, example.org', 'example.org', 'example.net')).toEqual(['example.org'])
  expect(allowed('none', 'example.org', '127.0.0.1')).toEqual([])
})

test.each([
  '',
  ' , ',
  'none example.org',
  'https://example.org',
  '10.0.0.0/33',
  '10.0.0.256',
  'a/24',
  '*',
  '*.*',
  'ex ample.org/x',
  '10.0.0.0/8/8',
  'fd00::/x',
])('a list that reads “%s” is refused with what would be right', (list) => {
  expect(parseTargets(list)).toMatchObject({
    ok: false,
    error: { message: expect.stringMatching(/say a name|none of a name|nowhere/) },
  })
})

test('a webhook is entered only where the operator lets it go, and sent nowhere else once the list is shorter', async () => {
  const ports = testPorts({ allowPrivateNetwork: true, singleWriter: true })
  const client = await openClient({ ...ports, webhookTargets: targets('*.example.org 192.168.5.0/24') })
  const token = await client.token('admin')
  const enter = (url: string) => client.ask('POST', '/tournaments/T/webhooks', { token, body: { url } })
  await client.ask('POST', '/tournaments', { token, body: { id: 'T', name: 'Open' } })
  await client.ask('POST', '/tournaments/T/rounds/1/games', {
    token,
    body: { games: [{ ...TIMED, id: 'g1' }] },
  })
  expect((await enter('http://192.168.5.9:3000/x')).status).toBe(201)
  const elsewhere = await enter('http://127.0.0.1:8787/games')
  expect(elsewhere.status).toBe(422)
  expect(elsewhere.json.detail).toBe(
    'the url leads to 127.0.0.1; the operator of this service lets webhooks go to: *.example.org, 192.168.5.0/24',
  )
  const log: string[] = []
  const sent: string[] = []
  const shorter = openService({ ...ports, webhookTargets: targets('hooks.example.org') })
  const deliverer = webhookDeliverer(shorter, {
    post: async (url) => ({ status: sent.push(url), text: '', retryAfter: null }),
    later: () => {},
    log: (line) => log.push(line),
  })
  await deliverer.onChange('game#g1')
  expect(sent).toEqual([])
  expect(log).toEqual([
    expect.stringMatching(/game g1: the operator lets webhooks go elsewhere only, try 1; again in 1 s/),
  ])
})
