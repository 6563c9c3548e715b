import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { charactersMax, type Sentence } from '../../values/sentences.ts'

export type Resolve = (name: string) => Promise<readonly string[]>

const urlCharactersMax = 2048
/** Ports of public receivers; others may belong to internal services that a user could target. */
const ports = ['', '8443']
const resolveMs = 1000
const resolveTries = 2

/** Suffixes of names that exist only in local networks. */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa)$/

/** Ranges that `WEBHOOK_ALLOW_PRIVATE` allows. Metadata services, multicast and broadcast stay blocked. */
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']
/** The public range of IPv6; addresses outside may embed an IPv4 address. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** Metadata services of cloud providers inside public or private ranges; most hand out credentials. */
const hostsOfMachines = ['168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::/32', 'fd20:ce::/32'].map((range) =>
  ipaddr.parseCIDR(range),
)

const notPublic = {
  en: 'must not lead to a private or reserved address.',
  ru: 'не должно вести на частный или зарезервированный адрес.',
}

/** Whether we may connect to an address: a public one or, if allowed, a private one. */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  if (!isIP(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (hostsOfMachines.some(([host, bits]) => host.kind() === parsed.kind() && parsed.match(host, bits))) return false
  const range = parsed.range()
  if (allowPrivate && privateRanges.includes(range)) return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(publicV6))
}

/** Returns a sentence that says what is wrong with a receiver's URL, judged by its text; undefined if it is valid. */
export function addressProblem(url: string, allowPrivate: boolean): Sentence | undefined {
  if (url.length > urlCharactersMax) return charactersMax(urlCharactersMax)
  if (/[\s\\\p{C}]/u.test(url) || !URL.canParse(url))
    return {
      en: 'must be a URL such as https://example.com/hooks.',
      ru: 'должно быть полным адресом, например https://example.com/hooks.',
    }
  return problemOfParts(new URL(url), allowPrivate) ?? problemOfHost(hostOf(url), allowPrivate)
}

function problemOfParts(url: URL, allowPrivate: boolean): Sentence | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:'))
    return { en: 'must begin with https://.', ru: 'должно начинаться с https://.' }
  if (url.username !== '' || url.password !== '')
    return { en: 'must not contain a user name or a password.', ru: 'не должно содержать имя пользователя или пароль.' }
  if (url.hash !== '')
    return {
      en: 'must not have a fragment (#…): it would never be sent.',
      ru: 'не должно содержать фрагмент (#…): он никогда не отправляется.',
    }
  if (!allowPrivate && !ports.includes(url.port))
    return { en: 'must use port 443 or 8443.', ru: 'порт должен быть 443 или 8443.' }
  return undefined
}

function problemOfHost(host: string, allowPrivate: boolean): Sentence | undefined {
  if (isIP(host)) return isAllowedAddress(host, allowPrivate) ? undefined : notPublic
  const isLocal = !host.includes('.') || localNames.test(host)
  return isLocal && !allowPrivate
    ? { en: 'must name a public host.', ru: 'должно указывать на общедоступный узел.' }
    : undefined
}

/** Returns the host to connect to. URL parsing has normalized all spellings of an address. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * Returns the host of a valid URL by which requests are limited. Ports other than those of public receivers need
 * `WEBHOOK_ALLOW_PRIVATE`: there one machine stands for many, so they count apart.
 */
export function limitedHostOf(url: string): string {
  const { port } = new URL(url)
  return [...ports, '80'].includes(port) ? hostOf(url) : `${hostOf(url)}:${port}`
}

/**
 * Like `addressProblem`, and resolves the name. An unknown name is accepted, because it may exist later: `createOutgoing`
 * checks again at each connection.
 */
export async function checkTarget(
  url: string,
  allowPrivate: boolean,
  resolve: Resolve = resolverFor(allowPrivate),
): Promise<Sentence | undefined> {
  const problem = addressProblem(url, allowPrivate)
  if (problem !== undefined || isIP(hostOf(url))) return problem
  const addresses = await resolve(hostOf(url)).catch(() => [])
  return addresses.every((address) => isAllowedAddress(address, allowPrivate)) ? undefined : notPublic
}

/**
 * Public names are resolved by name servers directly. The system's lookup also reads `/etc/hosts`, and blocks one of two
 * threads while a slow name server answers: two such names would stop all deliveries.
 */
export const resolverFor = (allowPrivate: boolean): Resolve => (allowPrivate ? resolveHere : resolvePublic)

const resolveHere: Resolve = async (name) =>
  (await systemLookup(name, { all: true, verbatim: true })).map(({ address }) => address)

const resolvePublic: Resolve = async (name) => {
  const resolver = new Resolver({ timeout: resolveMs, tries: resolveTries })
  const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  const failed = answers.find((answer) => answer.status === 'rejected')
  if (addresses.length === 0 && failed) throw failed.reason
  return addresses
}
