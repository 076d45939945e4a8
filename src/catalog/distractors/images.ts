import type { ToolLine } from './tool-line.js';

export const images: ToolLine[] = [
  [
    'resize_image',
    'Changes the size of a picture. Returns the address of the new file.',
    'image_url! string: Address of the picture.',
    'width! integer(1..10000): Width in pixels.',
    'keep_ratio boolean: Whether the height follows.',
  ],
  [
    'remove_image_background',
    'Cuts the main object out of a picture. Returns a picture with a clear background.',
    'image_url! string: Address of the picture.',
  ],
  [
    'describe_photo',
    'Describes what a photo shows. Returns one sentence and a list of objects.',
    'image_url! string: Address of the photo.',
    'detail enum(short|long): How much to say.',
  ],
  [
    'generate_qr_code',
    'Draws a QR code for a text or link. Returns the picture as base64.',
    'content! string: What the code holds.',
    'size integer(64..2048): Edge in pixels.',
  ],
  [
    'extract_colour_palette',
    'Finds the main colours of a picture. Returns hex codes and their shares.',
    'image_url! string: Address of the picture.',
    'colours integer(1..12): How many colours.',
  ],
  [
    'convert_image_format',
    'Saves a picture in another file format. Returns the address and size of the new file.',
    'image_url! string: Address of the picture.',
    'format! enum(png|jpeg|webp): Format wanted.',
  ],
  [
    'search_stock_photos',
    'Searches a library of free photos. Returns link, author and licence of each.',
    'subject! string: What the photo should show.',
    'orientation enum(any|portrait|landscape): Shape of the photo.',
  ],
  [
    'add_watermark',
    'Prints a text over a picture. Returns the address of the marked file.',
    'image_url! string: Address of the picture.',
    'text! string: Text to print.',
    'opacity number(0..1): How strong it shows.',
  ],
  [
    'compare_screenshots',
    'Compares two screenshots pixel by pixel. Returns the share that differs and a marked picture.',
    'before_url! string: Address of the first.',
    'after_url! string: Address of the second.',
  ],
];
