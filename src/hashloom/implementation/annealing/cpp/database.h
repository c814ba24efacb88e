// nextpnr's database of a device, a file of tables that refer to each other.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace route {

// A reference is how many bytes further on something is; all numbers are little-endian.
class Database {
public:
    explicit Database(const char* name) {
        std::FILE* file = std::fopen(name, "rb");
        if (!file) fail("cannot be read");
        char part[1 << 16];
        for (size_t n; (n = std::fread(part, 1, sizeof part, file)) > 0;)
            bytes.insert(bytes.end(), part, part + n);
        std::fclose(file);
    }

    struct Slice {
        size_t at;
        int count;
    };

    int word(size_t at) const { return value<int32_t>(at); }
    int half(size_t at) const { return value<int16_t>(at); }
    size_t reference(size_t at) const { return at + word(at); }
    Slice slice(size_t at) const { return {reference(at), word(at + 4)}; }
    const char* text(size_t at) const {
        const size_t to = reference(at);
        if (to >= bytes.size()) fail("is not understood");
        return &bytes[to];
    }

    [[noreturn]] static void fail(const char* what) {
        std::fprintf(stderr, "ERROR: the database of the device %s.\n", what);
        std::exit(1);
    }

private:
    template <typename T>
    T value(size_t at) const {
        if (bytes.size() < sizeof(T) || at > bytes.size() - sizeof(T)) fail("is not understood");
        T result;
        std::memcpy(&result, &bytes[at], sizeof(T));
        return result;
    }

    std::vector<char> bytes;
};

}  // namespace route
