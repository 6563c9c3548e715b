import { Resolver, lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Finds the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

const urlCharactersMax = 2048
/** What public receivers listen on; every other port belongs to some other service that a caller might point us at. */
const ports = ['', '8443']
const resolveMs = 1000
const resolveTries = 2

/** Ends of names that only a local network knows. */
const localNames = /(?:^|\.)(?:localhost|localdomain|local|internal|intranet|private|corp|home|lan|arpa)$/

/** Ranges that `WEBHOOK_ALLOW_PRIVATE` opens. What hands out credentials or goes to many stays closed. */
const privateRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']
/** The part of IPv6 that is given out to the public; outside of it are addresses that carry one of IPv4 within. */
const publicV6 = ipaddr.parseCIDR('2000::/3')
/** Public or private by their range, but answered by whoever hosts our machine, most often with credentials. */
const hostsOfMachines = ['168.63.129.16/32', '100.100.100.200/32', 'fd00:ec2::/32', 'fd20:ce::/32'].map((range) =>
  ipaddr.parseCIDR(range),
)

const notPublic = 'must not lead to a private or reserved address.'

/** Whether we may connect to an address: one that everybody may reach or, where allowed, one of a private network. */
export function isAllowedAddress(address: string, allowPrivate: boolean): boolean {
  if (!isIP(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (hostsOfMachines.some(([host, bits]) => host.kind() === parsed.kind() && parsed.match(host, bits))) return false
  const range = parsed.range()
  if (allowPrivate && privateRanges.includes(range)) return true
  return range === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(publicV6))
}

/** Says in a sentence what is wrong with a URL that we are to send to, as far as its text tells. */
export function addressProblem(url: string, allowPrivate: boolean): string | undefined {
  if (url.length > urlCharactersMax) return `must have at most ${urlCharactersMax} characters.`
  if (/[\s\\\p{C}]/u.test(url) || !URL.canParse(url)) return 'must be a URL such as https://example.com/hooks.'
  return problemOfParts(new URL(url), allowPrivate) ?? problemOfHost(hostOf(url), allowPrivate)
}

function problemOfParts(url: URL, allowPrivate: boolean): string | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'must begin with https://.'
  if (url.username !== '' || url.password !== '') return 'must not hold a user name or a password.'
  if (url.hash !== '') return 'must not have a fragment (#…): it would never be sent.'
  if (!allowPrivate && !ports.includes(url.port)) return 'must use port 443 or 8443.'
  return undefined
}

function problemOfHost(host: string, allowPrivate: boolean): string | undefined {
  if (isIP(host)) return isAllowedAddress(host, allowPrivate) ? undefined : notPublic
  const isLocal = !host.includes('.') || localNames.test(host)
  return isLocal && !allowPrivate ? 'must name a host that everybody can reach.' : undefined
}

/** The host as it will be connected to: the parser has turned every spelling of an address into the plain one. */
const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/**
 * The same, and looks up where the name leads now. A name that is not found may be known tomorrow and is no problem:
 * `createOutgoing` looks again whenever it connects.
 */
export async function checkTarget(
  url: string,
  allowPrivate: boolean,
  resolve: Resolve = resolverFor(allowPrivate),
): Promise<string | undefined> {
  const problem = addressProblem(url, allowPrivate)
  if (problem !== undefined || isIP(hostOf(url))) return problem
  const addresses = await resolve(hostOf(url)).catch(() => [])
  return addresses.every((address) => isAllowedAddress(address, allowPrivate)) ? undefined : notPublic
}

/**
 * Public names are asked of the name servers. The system's own lookup would answer from `/etc/hosts` too, and it takes one
 * of two threads for as long as a slow name server likes: two such names would stop everybody's deliveries.
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
