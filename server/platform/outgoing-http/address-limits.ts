import { isIP } from 'node:net'
import { boundedMap } from '../../values/bounded-map.ts'
import { isAllowedAddress } from './address.ts'

/** Maximum number of concurrent requests of this process to one public IP address, whatever names lead to it. */
export const requestsPerAddressMax = 64
const hostsMax = 2_000

/** A request in progress. `address`: where its host led; undefined until it was looked up. */
type Flight = { readonly host: string; address: string | undefined }

export type AddressLimits = {
  /** Begins a request; undefined if the address of its host has no capacity. */
  begin(host: string): Flight | undefined
  end(flight: Flight): void
  /** Assigns a waiting request of the host to its address. False if the address has no capacity. */
  admit(host: string, address: string): boolean
}

/**
 * Limits the requests in progress for each address. A request that reuses a connection looks nothing up, so the last address of
 * its host counts.
 */
export function createAddressLimits(max = requestsPerAddressMax): AddressLimits {
  const flights = new Set<Flight>()
  const known = boundedMap<string, string>(hostsMax)
  const isFull = (address: string, but?: Flight) => {
    let count = 0
    for (const flight of flights) if (flight !== but && flight.address === address) count++
    return count >= max
  }
  return {
    begin: (host) => {
      const address = isIP(host) && isAllowedAddress(host, false) ? host : known.get(host)
      if (address !== undefined && isFull(address)) return undefined
      const flight = { host, address }
      flights.add(flight)
      return flight
    },
    end: (flight) => void flights.delete(flight),
    admit: (host, address) => {
      known.set(host, address)
      const own = [...flights].filter((flight) => flight.host === host)
      const flight = own.find((each) => each.address === undefined) ?? own.find((each) => each.address !== address)
      if (!flight) return true
      if (isFull(address, flight)) return false
      flight.address = address
      return true
    },
  }
}
