import type { ToolLine } from './tool-line.js';

export const parcels: ToolLine[] = [
  [
    'track_parcel',
    'Tells where a parcel is. Returns the stations passed and the expected day.',
    'tracking_number! string: Number on the label.',
    'carrier string: Name of the carrier.',
  ],
  [
    'quote_shipping_rate',
    'Compares what it costs to send a parcel. Returns carrier, price and days of each offer.',
    'from_postcode! string: Postal code of the sender.',
    'to_postcode! string: Postal code of the receiver.',
    'weight_kg! number(0..70): Weight in kilograms.',
  ],
  [
    'print_shipping_label',
    'Creates the label of a parcel. Returns a PDF and the tracking number.',
    'shipment_id! string: Id of the shipment.',
    'format enum(a4|a6): Size of the paper.',
  ],
  [
    'schedule_pickup',
    'Orders a courier to fetch parcels. Returns the time window and a reference.',
    'address! string: Where to fetch them.',
    'date! string: Day as YYYY-MM-DD.',
    'parcels integer(1..100): Number of parcels.',
  ],
  [
    'validate_postal_address',
    'Checks whether mail can be delivered to an address. Returns the corrected address.',
    'address! string: Address to check.',
    'country! string: Two-letter country code.',
  ],
  [
    'estimate_customs_duty',
    'Estimates duty and import tax of goods. Returns both amounts and the tariff code.',
    'goods! string: What is imported.',
    'value! number: Value of the goods.',
    'country! string: Two-letter country code of import.',
  ],
  [
    'report_lost_package',
    'Files a search for a lost parcel. Returns a case number.',
    'tracking_number! string: Number on the label.',
    'contents! string: What is inside.',
  ],
  [
    'find_parcel_locker',
    'Finds parcel lockers near an address. Returns address, hours and free boxes of each.',
    'address! string: Address to look around.',
  ],
  [
    'check_warehouse_stock',
    'Reads how many pieces of an article are in a warehouse. Returns pieces and the next delivery.',
    'sku! string: Article number.',
    'warehouse string: Name of the warehouse.',
  ],
];
