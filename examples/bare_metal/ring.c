// Digests by a ring of descriptors: of whole messages, of several packets in flight, by interrupt, and the
// clocks of one of 1000 bytes; of a core with keys also keys, tags and their verification. A line is a name,
// an outcome, a number and bytes.
#include "sha256_dma_wishbone_apb4_driver.h"
#include "system.h"

#define LONGEST 1004u
#define PACKETS 5u

static uint8_t message[LONGEST];
static union {
    sha256_dma_wishbone_apb4_memory memory;
    uint8_t bytes[sizeof(sha256_dma_wishbone_apb4_memory) + 64u];
} room;
static sha256_dma_wishbone_apb4_device device;

static volatile uint32_t interrupts;

void on_interrupt(void)
{
    if (sha256_dma_wishbone_apb4_interrupt(&device)) {
        interrupts++;
    }
}

#ifdef SHA256_DMA_WISHBONE_APB4_OWN_MEMORY
// Where the processor has a cache that writes through and the core finds memory at the same addresses.
uint32_t sha256_dma_wishbone_apb4_address(const volatile void *memory)
{
    return (uint32_t)(uintptr_t)memory;
}

void sha256_dma_wishbone_apb4_publish(const volatile void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
    __asm__ volatile("" ::: "memory");
}

void sha256_dma_wishbone_apb4_refresh(volatile void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
    FORGET_CACHE();
}
#endif

#if INTERRUPTS
// A digest for which the processor looks when the interrupt has come, and not before.
static sha256_dma_wishbone_apb4_outcome by_interrupt(size_t length, sha256_dma_wishbone_apb4_answer *digest)
{
    sha256_dma_wishbone_apb4_loan loan;
    sha256_dma_wishbone_apb4_open open;
    sha256_dma_wishbone_apb4_flight flight;
    const uint32_t before = interrupts;
    sha256_dma_wishbone_apb4_outcome outcome = sha256_dma_wishbone_apb4_start_hash(&device, &open);

    sha256_dma_wishbone_apb4_constant(message, length, &loan);
    if (outcome == SHA256_DMA_WISHBONE_APB4_OK) {
        outcome = sha256_dma_wishbone_apb4_finish(&open, &loan, &flight);
    }
    if (outcome != SHA256_DMA_WISHBONE_APB4_OK) {
        return outcome;
    }
    while (interrupts == before) { // here a program does something else
    }
    return sha256_dma_wishbone_apb4_collect(&flight, digest);
}
#endif

// Packets of two pieces each, all in flight before the first is asked for.
static void in_flight(void)
{
    sha256_dma_wishbone_apb4_loan heads[PACKETS];
    sha256_dma_wishbone_apb4_loan tails[PACKETS];
    sha256_dma_wishbone_apb4_flight flights[PACKETS];
    sha256_dma_wishbone_apb4_open open;
    sha256_dma_wishbone_apb4_outcome outcome;
    sha256_dma_wishbone_apb4_answer digest = { { 0u } };
    uint32_t i;

    for (i = 0u; i < PACKETS; i++) {
        sha256_dma_wishbone_apb4_constant(message + i, 10u, &heads[i]);
        sha256_dma_wishbone_apb4_constant(message + i + 10u, 50u << i, &tails[i]);
        outcome = sha256_dma_wishbone_apb4_start_hash(&device, &open);
        if (outcome == SHA256_DMA_WISHBONE_APB4_OK) {
            outcome = sha256_dma_wishbone_apb4_update(&open, &heads[i]);
        }
        if (outcome == SHA256_DMA_WISHBONE_APB4_OK) {
            outcome = sha256_dma_wishbone_apb4_finish(&open, &tails[i], &flights[i]);
        }
        if (outcome != SHA256_DMA_WISHBONE_APB4_OK) {
            line("begun", outcome, i, digest.bytes, sizeof digest);
        }
    }
    for (i = 0u; i < PACKETS; i++) {
        outcome = sha256_dma_wishbone_apb4_wait(&flights[i], &digest);
        line("flight", outcome, 10u + (50u << i), digest.bytes, sizeof digest);
    }
}

#ifdef SHA256_DMA_WISHBONE_APB4_SLOTS // of a core with keys
#define KEYS 4u

// A key in each slot and a tag with each, all tags in flight at once; then each tag is verified, and again
// with a bit that is wrong.
// The messages: an empty one, one that fills a block with its padding, one without, and a long one.
static void keys_and_tags(void)
{
    static const uint8_t keys[KEYS] = { 0u, 20u, 64u, 131u };
    static const uint16_t lengths[KEYS] = { 0u, 55u, 64u, 1000u };
    sha256_dma_wishbone_apb4_loan loans[KEYS];
    sha256_dma_wishbone_apb4_flight flights[KEYS];
    sha256_dma_wishbone_apb4_open open;
    sha256_dma_wishbone_apb4_outcome outcome;
    sha256_dma_wishbone_apb4_answer tag = { { 0u } };
    uint32_t i;

    for (i = 0u; i < KEYS; i++) {
        outcome = sha256_dma_wishbone_apb4_key(&device, i, message + i, keys[i]);
        line("key", outcome, keys[i], tag.bytes, 0u);
    }
    for (i = 0u; i < KEYS; i++) {
        sha256_dma_wishbone_apb4_constant(message + i, lengths[i], &loans[i]);
        outcome = sha256_dma_wishbone_apb4_start_mac(&device, i, 32u - 4u * i, &open);
        if (outcome == SHA256_DMA_WISHBONE_APB4_OK) {
            outcome = sha256_dma_wishbone_apb4_finish(&open, &loans[i], &flights[i]);
        }
        if (outcome != SHA256_DMA_WISHBONE_APB4_OK) {
            line("begun", outcome, i, tag.bytes, 0u);
        }
    }
    for (i = 0u; i < KEYS; i++) {
        const uint8_t *bytes = message + i;
        const size_t length = lengths[i];
        const size_t tag_bytes = 32u - 4u * i;

        outcome = sha256_dma_wishbone_apb4_wait(&flights[i], &tag);
        line("mac", outcome, i, tag.bytes, tag_bytes);
        outcome = sha256_dma_wishbone_apb4_verify(&device, i, bytes, length, tag.bytes, tag_bytes);
        line("right", outcome, i, tag.bytes, 0u);
        tag.bytes[i] ^= 1u;
        outcome = sha256_dma_wishbone_apb4_verify(&device, i, bytes, length, tag.bytes, tag_bytes);
        line("wrong", outcome, i, tag.bytes, 0u);
    }
    outcome = sha256_dma_wishbone_apb4_erase(&device, 0u);
    line("erase", outcome, 0u, tag.bytes, 0u);
    outcome = sha256_dma_wishbone_apb4_mac(&device, 0u, message, 3u, &tag, 16u);
    line("empty", outcome, 0u, tag.bytes, 0u);
}
#endif

int main(void)
{
    static const uint16_t lengths[] = { 0u, 1u, 3u, 4u, 55u, 56u, 63u, 64u, 65u, 119u, 300u, 1000u };
    const uintptr_t shared = ((uintptr_t)room.bytes + 63u) & ~(uintptr_t)63u;
    sha256_dma_wishbone_apb4_answer digest = { { 0u } };
    sha256_dma_wishbone_apb4_outcome outcome = sha256_dma_wishbone_apb4_init(&device, CORE,
        (sha256_dma_wishbone_apb4_memory *)(shared + UNCACHED));
    uint32_t begin;
    uint32_t taken;
    uint32_t i;

    for (i = 0u; i < LONGEST; i++) {
        message[i] = (uint8_t)((7u * i + 3u) & 0xffu);
    }
    line("init", outcome, 0u, digest.bytes, sizeof digest);
    for (i = 0u; i < sizeof lengths / sizeof lengths[0]; i++) {
        outcome = sha256_dma_wishbone_apb4_hash(&device, message + i % 4u, lengths[i], &digest);
        line("hash", outcome, lengths[i], digest.bytes, sizeof digest);
    }
    in_flight();
#ifdef SHA256_DMA_WISHBONE_APB4_SLOTS
    keys_and_tags();
#endif
#if INTERRUPTS
    sha256_dma_wishbone_apb4_enable_interrupt(&device, 1);
    for (i = 0u; i < 3u; i++) {
        outcome = by_interrupt(100u * i, &digest);
        line("interrupt", outcome, 100u * i, digest.bytes, sizeof digest);
    }
    sha256_dma_wishbone_apb4_enable_interrupt(&device, 0);
#endif
    for (i = 0u; i < 2u; i++) { // the second with the program in the cache
        begin = clocks();
        outcome = sha256_dma_wishbone_apb4_hash(&device, message, 1000u, &digest);
        taken = clocks() - begin;
        line("clocks", outcome, taken, digest.bytes, sizeof digest);
    }
    put('\4');
    return 0;
}
