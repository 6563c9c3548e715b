import ipaddr from 'ipaddr.js'
import { bodyError, type FieldError, forbidden, ValidationError } from '../values/problems/problem.ts'
import type { Sentence } from '../values/sentences.ts'

/** Maximum number of networks per API key. */
export const networksMax = 20
/** Length of the longest IPv6 network as text. */
export const networkLengthMax = 49

export const AddressNotAllowed = forbidden<{ address: string }>(
  'address_not_allowed',
  'Address not allowed',
  ({ address }) => `This API key is not allowed from ${address}. Its owner can add networks in the console.`,
)

/** Returns networks in their shortest form without duplicates; null for none, which allows every address. Throws ValidationError. */
export function networksFrom(input: readonly string[]): readonly string[] | null {
  const errors: FieldError[] = []
  const networks = input.map((text, index) => {
    const network = networkFrom(text)
    if ('detail' in network) errors.push(bodyError(`allowedNetworks[${index}]`, 'invalid_network', network.detail))
    return 'network' in network ? network.network : ''
  })
  if (networks.length > networksMax)
    errors.push(
      bodyError('allowedNetworks', 'max_items', {
        en: `must have at most ${networksMax} networks.`,
        ru: `должно быть не больше ${networksMax} сетей.`,
      }),
    )
  if (errors.length > 0) throw ValidationError(errors)
  return networks.length > 0 ? [...new Set(networks)] : null
}

type Parsed = { readonly network: string } | { readonly detail: Sentence }

function networkFrom(text: string): Parsed {
  const [written = '', bits, ...rest] = text.trim().split('/')
  const isV4 = ipaddr.IPv4.isValidFourPartDecimal(written)
  const isV6 = ipaddr.IPv6.isValid(written) && !written.includes('%')
  if (!(isV4 || isV6) || rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits)))
    return {
      detail: {
        en: 'must be an address or a network such as 203.0.113.0/24 or 2001:db8::/32.',
        ru: 'должно быть адресом или сетью, например 203.0.113.0/24 или 2001:db8::/32.',
      },
    }
  const bitsMax = isV4 ? 32 : 128
  const length = Number(bits ?? bitsMax)
  if (length > bitsMax)
    return {
      detail: { en: `must have a length of 0 to ${bitsMax}.`, ru: `длина маски должна быть от 0 до ${bitsMax}.` },
    }
  const address = ipaddr.parse(written)
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress())
    return {
      detail: {
        en: 'must be written as IPv4: the addresses in it are addresses of IPv4.',
        ru: 'нужно записать как IPv4.',
      },
    }
  const parser = isV4 ? ipaddr.IPv4 : ipaddr.IPv6
  const network = `${parser.networkAddressFromCIDR(`${address}/${length}`)}/${length}`
  if (network !== `${address}/${length}`)
    return {
      detail: {
        en: `has bits beyond its length. Did you mean ${network}?`,
        ru: `задаёт биты за пределами маски. Возможно, ${network}?`,
      },
    }
  return { network }
}

/** Whether a credential with these networks is accepted from the address. Text that is not an address matches none. */
export const isAllowedFrom = (networks: readonly string[] | null, address: string | undefined): boolean =>
  networks === null ||
  (address !== undefined && ipaddr.isValid(address) && networks.some((network) => holds(network, addressOf(address))))

const addressOf = (address: string) => ipaddr.process(address)

/** Returns the address as text; null if it is not one: a proxy may forward arbitrary text. */
export const addressText = (address: string | undefined): string | null =>
  address !== undefined && ipaddr.isValid(address) ? addressOf(address).toString().replace(/%.*/, '') : null

function holds(network: string, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [base, length] = ipaddr.parseCIDR(network)
  return base.kind() === address.kind() && address.match(base, length)
}

/** Whether the networks allow an address that the previous ones did not. */
export function isWider(networks: readonly string[] | null, before: readonly string[] | null): boolean {
  if (before === null) return false
  return networks === null || networks.some((network) => !before.some((wide) => isWithin(network, wide)))
}

function isWithin(network: string, wide: string): boolean {
  const [base, length] = ipaddr.parseCIDR(network)
  const [, lengthOfWide] = ipaddr.parseCIDR(wide)
  return length >= lengthOfWide && holds(wide, base)
}
